/** Custom properties of themes that scripts of blocks may use. */
const variables = ["--panel", "--text", "--accent", "--on-accent", "--link", "--radius-button"];
/** What a frame inherits from around it. */
const inherited = ["color", "color-scheme", "text-align"];
const words = [
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "line-height",
  "letter-spacing",
  "text-transform",
];
/** What themes say of elements, such as headings and lists. */
const ofElements = [
  ...words,
  "color",
  "text-decoration-line",
  "margin-block-start",
  "margin-block-end",
  "margin-inline-start",
  "padding-inline-start",
];
/** What themes say of cells besides: browsers centre headings of rows. */
const ofCells = ["text-align", "padding"];

function values(element: Element, names: readonly string[]): [string, string][] {
  const style = getComputedStyle(element);
  const known = names.map((name): [string, string] => [name, style.getPropertyValue(name)]);
  return known.filter(([, value]) => value !== "");
}

/** Styles of the root of a frame, so that it looks like the place on the page. */
export function lookOf(place: Element): Record<string, string> {
  return Object.fromEntries(values(place, [...variables, ...inherited, ...words]));
}

/** A table as wide as what it stands in stays so: by itself it would be as narrow as its cells. */
function isFull(table: Element): boolean {
  const width = (element: Element): string => getComputedStyle(element).width;
  return table.localName === "table" && table.parentElement !== null && width(table) === width(table.parentElement);
}

/** Rules for the elements that the server has drawn, as the theme shows them; those of the plugin outweigh them. */
export function rulesOf(drawn: Element): string {
  const first = new Map<string, Element>();
  for (const element of drawn.querySelectorAll("*")) {
    const name = element.localName;
    if (!first.has(name)) first.set(name, element);
  }
  const rule = ([name, element]: [string, Element]): string => {
    const known = values(element, /^t[dh]$/.test(name) ? [...ofElements, ...ofCells] : ofElements);
    if (isFull(element)) known.push(["width", "100%"]);
    return `:where(${name}){${known.map((pair) => pair.join(":")).join(";")}}`;
  };
  return [...first].map(rule).join("");
}
