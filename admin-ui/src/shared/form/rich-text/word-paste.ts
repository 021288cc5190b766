/** Whether the clipboard is from a word processor that writes list items as paragraphs with bullet characters. */
function fromWord(html: string): boolean {
  return /mso-list|MsoListParagraph/i.test(html);
}

/** List level, 1-based; 0 for a paragraph that is not an item. */
function depthOf(paragraph: Element): number {
  const style = paragraph.getAttribute("style") ?? "";
  const level = /mso-list:[^;"']*level(\d)/i.exec(style);
  if (level !== null) return Number(level[1]);
  return /MsoListParagraph/i.test(paragraph.className) ? 1 : 0;
}

/** Removes the bullet or number, and returns whether it was a number. */
function takeSign(paragraph: Element): boolean {
  const marked = [...paragraph.querySelectorAll("span")].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""),
  );
  const sign =
    marked ??
    [...paragraph.querySelectorAll("span")].find((span) =>
      /^[\s\u00a0]*(?:[·•o§▪–-]|\w{1,3}[.)])[\s\u00a0]*$/u.test(span.textContent),
    );
  const text = sign?.textContent.trim() ?? "";
  sign?.remove();
  return /^\w{1,3}[.)]$/.test(text);
}

/** Converts a word processor's list paragraphs to lists; anything else is unchanged. */
export function listsOfWord(html: string): string {
  if (!fromWord(html)) return html;
  const page = new DOMParser().parseFromString(html, "text/html");
  let open: Element[] = [];
  for (const paragraph of page.querySelectorAll("p, h1, h2, h3, table, ul, ol")) {
    const depth = paragraph.localName === "p" ? depthOf(paragraph) : 0;
    if (depth === 0) {
      open = [];
      continue;
    }
    const kind = takeSign(paragraph) ? "ol" : "ul";
    open = open.slice(0, depth);
    while (open.length < depth) {
      const list = page.createElement(kind);
      const around = open.at(-1);
      if (around === undefined) paragraph.before(list);
      else (around.lastElementChild ?? around.appendChild(page.createElement("li"))).append(list);
      open.push(list);
    }
    const entry = page.createElement("li");
    entry.append(...paragraph.childNodes);
    open.at(-1)?.append(entry);
    paragraph.remove();
  }
  return page.body.innerHTML;
}
