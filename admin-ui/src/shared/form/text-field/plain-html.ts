/** The plain text of HTML: line breaks and paragraphs are kept, entities such as & are decoded. */
export function plainOf(html: string): string {
  const apart = html.replace(/<br\s*\/?>\n?/gi, "\n").replace(/<\/(?:p|div|li|h[1-6]|blockquote)>\s*(?=<)/gi, "$&\n\n");
  const parsed = new DOMParser().parseFromString(`<body><main>${apart}</main>`, "text/html");
  const text = parsed.querySelector("main")?.textContent ?? "";
  return html.includes("</p>") || html.includes("</div>") || html.includes("</li>") ? text.trim() : text;
}

/** Plain text as HTML. Line breaks are kept beside the tags, for consumers that strip tags. */
export function htmlOf(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>\n");
}
