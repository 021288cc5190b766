/** Creates an element with a class, text and attributes. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text?: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
