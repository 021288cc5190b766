/** A parsed query parameter. */
type QueryValue = string | QueryValue[] | QueryValues;
interface QueryValues {
  [name: string]: QueryValue;
}

/** Maximum number of parameters; further ones are ignored. */
const maxParameters = 1000;
/** Maximum nesting of brackets; the rest is part of the last name. */
const deepest = 5;
/** Maximum array index; with a higher one, indexes are object keys. */
const lastPlace = 20;

type Branch = Map<string, Branch | string[]>;

function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The names of `a[b][c]`, outermost first. */
function namesOf(key: string): string[] {
  const first = key.indexOf("[");
  if (first <= 0) return [key];
  const names = [key.slice(0, first)];
  let rest = key.slice(first);
  while (names.length <= deepest) {
    const inner = /^\[([^[\]]*)\]/.exec(rest);
    if (inner === null) break;
    names.push(inner[1] ?? "");
    rest = rest.slice(inner[0].length);
  }
  return rest === "" ? names : [...names, rest];
}

function nameIn(branch: Branch, name: string): string {
  return name === "" ? String(branch.size) : name;
}

function put(branch: Branch, [given = "", ...deeper]: string[], value: string): void {
  const name = nameIn(branch, given);
  const there = branch.get(name);
  if (deeper.length === 0) {
    if (Array.isArray(there)) there.push(value);
    else if (there === undefined) branch.set(name, [value]);
    else there.set(nameIn(there, ""), [value]);
    return;
  }
  if (there instanceof Map) return put(there, deeper, value);
  const below: Branch = new Map(there?.map((text, place) => [String(place), [text]]));
  branch.set(name, below);
  put(below, deeper, value);
}

function isPlace(name: string): boolean {
  return /^(0|[1-9]\d?)$/.test(name) && Number(name) <= lastPlace;
}

function valueOf(node: Branch | string[]): QueryValue {
  if (Array.isArray(node)) return node.length === 1 ? (node[0] ?? "") : node;
  const names = [...node.keys()];
  if (!names.every(isPlace)) return valuesOf(node);
  const inOrder = names.sort((left, right) => Number(left) - Number(right));
  return inOrder.map((name) => valueOf(node.get(name) ?? []));
}

function valuesOf(branch: Branch): QueryValues {
  // Without a prototype, so that no parameter name has a special meaning.
  const values = Object.create(null) as QueryValues;
  for (const [name, node] of branch) values[name] = valueOf(node);
  return values;
}

/** Parses a query string with brackets for lists and nested names. */
export function parseQuery(query: string): QueryValues {
  const root: Branch = new Map();
  const parameters = query
    .replace(/^\?/, "")
    .split("&")
    .filter((parameter) => parameter !== "");
  for (const parameter of parameters.slice(0, maxParameters)) {
    const end = parameter.indexOf("=");
    const [key, value] = end < 0 ? [parameter, ""] : [parameter.slice(0, end), parameter.slice(end + 1)];
    if (key !== "") put(root, namesOf(decoded(key)), decoded(value));
  }
  return valuesOf(root);
}

/** The text of a parameter, the first of several; null if there is none. */
export function queryText(query: string, name: string): string | null {
  const value = parseQuery(query)[name];
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : null;
}
