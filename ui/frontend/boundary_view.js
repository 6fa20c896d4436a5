// Sentences about a boundary. Data: { sentences }, each a list of [kind, text].

export default function ({ data, parentElement }) {
  const tags = { piece: "bdi", code: "code", text: "span" };
  const lines = data.sentences.map((parts) =>
    make("p", {}, ...parts.map(([kind, text]) =>
      make(tags[kind], { className: kind, textContent: text }))));
  const box = make("section", { role: "status", className: "reason" },
    make("h2", { textContent: "Why is there a boundary here?" }), ...lines);
  parentElement.querySelector(".reason")?.remove();
  parentElement.append(box);
}
