// Making elements. Text goes in as text, so whatever a visitor pasted stays what it is.

/** An element with properties, attributes ("aria-…", "role"), listeners (onclick) and children. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** An SVG element with attributes. */
function svg(tag, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** A number for the eye: 12,345. */
const { format: number } = new Intl.NumberFormat("en");

/** Give an element these children, unless they are there already. */
function fill(element, children) {
  const has = element.childNodes;
  if (has.length === children.length && children.every((child, i) => child === has[i])) return;
  element.replaceChildren(...children);
}
