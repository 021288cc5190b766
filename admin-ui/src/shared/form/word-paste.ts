/** Whether the clipboard comes from a word processor that writes lists as paragraphs with signs in front of them. */
function fromWord(html: string): boolean {
  return /mso-list|MsoListParagraph/i.test(html);
}

/** The depth of an entry, from 1; 0 for what is none. */
function depthOf(paragraph: Element): number {
  const style = paragraph.getAttribute("style") ?? "";
  const level = /mso-list:[^;"']*level(\d)/i.exec(style);
  if (level !== null) return Number(level[1]);
  return /MsoListParagraph/i.test(paragraph.className) ? 1 : 0;
}

/** Takes the sign off an entry, and tells whether it was a number. */
function takeSign(paragraph: Element): boolean {
  const marked = [...paragraph.querySelectorAll("span")].find((span) => /mso-list:\s*ignore/i.test(span.getAttribute("style") ?? ""));
  const sign = marked ?? [...paragraph.querySelectorAll("span")].find((span) => /^[\s\u00a0]*(?:[·•o§▪–-]|\w{1,3}[.)])[\s\u00a0]*$/u.test(span.textContent));
  const text = sign?.textContent.trim() ?? "";
  sign?.remove();
  return /^\w{1,3}[.)]$/.test(text);
}

/** The lists that a word processor's paragraphs stand for; anything else is left as it is. */
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
