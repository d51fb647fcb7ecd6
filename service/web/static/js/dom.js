/** Building elements without HTML text: nothing that a server or a user writes is ever parsed. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an element.
 *
 * @param {string} tag Its name.
 * @param {object} [props] Attributes; `onclick` and the like become listeners, true an empty
 *   attribute, null and false none; `value`, `checked` and `selected` are set as properties.
 * @param {...(Node|string|number|Array|null|false)} children What stands inside.
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

/** Create an SVG element; see {@link h}. */
export function svg(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

function filled(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replace what is inside an element, keeping the focus where it was.
 *
 * Elements that may hold the focus need an id that stays the same.
 */
export function render(container, ...children) {
  const active = document.activeElement;
  const id = container.contains(active) ? active.id : "";
  const open = new Set([...container.querySelectorAll("details[open][id]")].map((one) => one.id));
  container.replaceChildren();
  append(container, children);
  for (const one of container.querySelectorAll("details[id]")) {
    if (open.has(one.id)) one.open = true;
  }
  if (id) document.getElementById(id)?.focus({ preventScroll: true });
}
