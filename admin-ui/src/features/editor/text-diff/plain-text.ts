const endsOfLines = "p, li, h1, h2, h3, h4, h5, h6, blockquote, pre, tr, div, br";

/** The text of a setting, without rich-text tags. */
export function plainText(text: string): string {
  if (!/<[a-z/]/i.test(text)) return text.trim();
  const { body } = new DOMParser().parseFromString(text, "text/html");
  for (const element of body.querySelectorAll(endsOfLines)) element.after("\n");
  const lines = (body.textContent ?? "").split("\n").map((line) => line.trim());
  return lines.filter(Boolean).join("\n");
}
