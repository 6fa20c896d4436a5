// Where characters, blocks and grapheme clusters begin. Offsets that come from Python are bytes of a
// text's UTF-8; the browser counts UTF-16.

const LETTERS_ALONE = /^(?:[^\r\u0300-\u{10ffff}]|\r(?!\n))*$/u; // each is a cluster by itself

/** For each byte of the text's UTF-8, the UTF-16 offset of its character; at last the length. */
function charactersOfBytes(text) {
  const at = new Uint32Array(3 * text.length + 1);
  let byte = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isPair = code >= 0xd800 && code < 0xdc00;
    at[byte++] = i;
    if (code >= 0x80) at[byte++] = i;
    if (code >= 0x800) at[byte++] = i;
    if (isPair) at[byte++] = i++;
  }
  at[byte] = text.length;
  return at.subarray(0, byte + 1);
}

/** Int32Array from base64: how Python sends numbers. */
function int32s(base64) {
  if (Uint8Array.fromBase64) return new Int32Array(Uint8Array.fromBase64(base64).buffer);
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return new Int32Array(bytes.buffer);
}

/** The first index from `low` on whose item is at least `value`, in an ascending array. */
function firstAtLeast(items, value, low = 0) {
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (items[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where blocks end. After a line if one ends soon, else between words, else between clusters. */
function blockEnds(text, size = 1600, most = 8000) {
  const ends = [];
  let start = 0;
  while (start < text.length) {
    let end = text.indexOf("\n", start + size) + 1;
    while (end > 0 && (text[end] === "\n" || text[end] === "\r") && end < start + most) end++;
    if (end === 0) end = text.length;
    if (end - start > most) {
      const space = text.lastIndexOf(" ", start + most - 1);
      end = space > start + size ? space + 1 : clusterStartBefore(text, start + most);
    }
    ends.push(end);
    start = end;
  }
  return ends;
}

function clusterStartBefore(text, offset) {
  const from = offset - 500;
  const starts = clusterStarts(text.slice(from, offset + 500));
  let at = 500;
  while (at > 1 && !starts[at]) at--;
  return from + at;
}

/** Uint8Array: 1 where a grapheme cluster starts, and at the end. */
function clusterStarts(text) {
  const starts = new Uint8Array(text.length + 1);
  if (LETTERS_ALONE.test(text)) return starts.fill(1);
  starts[text.length] = 1;
  if (globalThis.Intl?.Segmenter) {
    const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
    for (const cluster of segmenter.segment(text)) starts[cluster.index] = 1;
  } else {
    let at = 0;
    for (const character of text) {
      starts[at] = 1;
      at += character.length;
    }
  }
  return starts;
}
