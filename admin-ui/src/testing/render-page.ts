import { documentIn, type Block } from "@/shared/page-document/document";

const tones: Record<string, string> = { default: "#fff", muted: "#f2efe8", dark: "#23201c", accent: "#dfe9e2" };

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function entries(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
}

function renderBlockHtml({ id, kind, settings }: Block): string {
  const inner = (() => {
    switch (kind) {
      case "hero":
        return `<div class="hero"><h1>${text(settings["heading"])}</h1>${text(settings["html"])}<a class="button" href="${text(settings["buttonUrl"])}">${text(settings["buttonLabel"])}</a></div>`;
      case "image":
        return `<img alt="" src="/assets/${text(settings["asset"])}/x.webp">`;
      case "button":
        return `<a class="button" href="${text(settings["url"])}">${text(settings["label"])}</a>`;
      case "accordion":
        return `<h2>${text(settings["title"])}</h2>${entries(settings["items"])
          .map((item) => `<details><summary>${text(item["title"])}</summary>${text(item["html"])}</details>`)
          .join("")}`;
      default:
        return text(settings["html"]) || `<p>${kind}</p>`;
    }
  })();
  return `<div class="stoa-block stoa-block-${kind}" data-block-id="${id}">${inner}</div>`;
}

/** An approximate rendering of a page; only the server's engine renders the real one. */
export function renderPageHtml(given: unknown): string {
  const document = documentIn(given);
  if (document === null) return "";
  const sections = document.sections.map(
    (section) =>
      `<section style="background:${tones[section.settings.tone] ?? "#fff"}">${section.rows
        .map(
          (row) =>
            `<div class="row">${row.columns
              .map((column) => `<div style="flex:${column.span}">${column.blocks.map(renderBlockHtml).join("")}</div>`)
              .join("")}</div>`,
        )
        .join("")}</section>`,
  );
  return `<!doctype html><html><head><style>body{margin:0;font:18px/1.6 Georgia,serif;color:#2b2621}section{padding:64px 6vw}.row{display:flex;gap:48px;max-width:1100px;margin:auto;flex-wrap:wrap}.row>div{min-width:260px}img{width:100%;border-radius:4px}.hero{text-align:center;padding:90px 0}h1{font-size:64px;margin:0}.button{display:inline-block;background:#3c4a3e;color:#fff;padding:12px 24px;text-decoration:none;margin-top:12px}summary{padding:12px 0;border-top:1px solid #ccc}</style></head><body><main>${sections.join("")}</main></body></html>`;
}
