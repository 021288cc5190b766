import type { Say } from "@/shared/i18n/schema-in-words";

/** What the engine shows in the place of an empty block: a paragraph with a hint in English. */
const hint = /(<p class="stoa-block-empty"[^>]*>)([^<]*)(?=<\/p>)/g;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** HTML with the hints of empty blocks in the language that is shown. */
export function hintsInWords(html: string, say: Say | null): string {
  if (say === null) return html;
  return html.replace(hint, (_, tag: string, text: string) => {
    const english = text.replace(/&(amp|lt|gt|quot|#39);/g, (written, name: string) => entities[name] ?? written);
    return tag + escaped(say(english));
  });
}
