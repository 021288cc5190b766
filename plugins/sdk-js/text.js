// Texts in HTML and in addresses.

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for use between tags and in quoted attributes. */
export function escapeHtml(text) {
  return String(text).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/** Encodes a name or value of a query string. */
export function queryEncode(text) {
  return encodeURIComponent(String(text).toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The first value with a name in a query string, decoded. */
export function queryValue(query, name) {
  for (const pair of query.split("&")) {
    const at = pair.indexOf("=");
    const [key, value] = at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
    if (queryDecode(key) === name) {
      return queryDecode(value);
    }
  }
  return undefined;
}

function queryDecode(text) {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
