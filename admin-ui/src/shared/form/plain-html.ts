/** The text of HTML as it was typed: lines and paragraphs stay apart, and signs such as & are themselves. */
export function plainOf(html: string): string {
  const apart = html
    .replace(/<br\s*\/?>\n?/gi, "\n")
    .replace(/<\/(?:p|div|li|h[1-6]|blockquote)>\s*(?=<)/gi, "$&\n\n");
  const parsed = new DOMParser().parseFromString(`<body><main>${apart}</main>`, "text/html");
  const text = parsed.querySelector("main")?.textContent ?? "";
  return html.includes("</p>") || html.includes("</div>") || html.includes("</li>") ? text.trim() : text;
}

/** Typed text as HTML. The line breaks stay beside their tags, for whoever leaves the tags out. */
export function htmlOf(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>\n");
}
