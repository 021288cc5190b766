// The block `faq`: questions that open with their answers. Search engines read them as structured data, which is written
// as microdata: blocks have no scripts.

import { block, escapeHtml, text } from "../sdk/js/index.js";

const STYLE = `<style>.stoa-faq details{border-block-end:1px solid;padding-block:.75rem}.stoa-faq summary{font-weight:600;\
cursor:pointer}.stoa-faq__answer p{margin:.5rem 0 0}</style>`;
const ONE_DAY = 86400;
const PAGE = ' itemscope itemtype="https://schema.org/FAQPage"';
const QUESTION = ' itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"';
const ANSWER = ' itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer"';

export const blocks = block({
  faq({ settings }, ctx) {
    const questions = listed(settings?.questions).filter((entry) => entry.question && entry.answer);
    if (questions.length === 0) {
      return "";
    }
    const marked = settings.structuredData !== false;
    const heading = typed(settings.heading) || text(ctx.locale, "heading");
    const entries = questions.map((entry, place) => {
      const open = place === 0 && settings.openFirst === true ? " open" : "";
      return (
        `<details${open}${marked ? QUESTION : ""}><summary${marked ? ' itemprop="name"' : ""}>` +
        `${escapeHtml(entry.question)}</summary><div class="stoa-faq__answer"${marked ? ANSWER : ""}>` +
        `<div${marked ? ' itemprop="text"' : ""}>${paragraphs(entry.answer)}</div></div></details>`
      );
    });
    const html =
      `<section class="stoa-faq"><h2>${escapeHtml(heading)}</h2>` +
      `<div${marked ? PAGE : ""}>${entries.join("")}</div></section>`;
    return { html, head: [STYLE], cacheSeconds: ONE_DAY };
  },
});

/** The entries of a list whatever the settings hold, with texts in them. */
function listed(value) {
  const entries = Array.isArray(value) ? value : [];
  return entries.map((entry) => ({ question: typed(entry?.question), answer: typed(entry?.answer) }));
}

function typed(value) {
  return typeof value === "string" ? value.trim() : "";
}

/** An empty line starts a new paragraph. */
function paragraphs(words) {
  const parts = words.replaceAll("\r\n", "\n").split(/\n\s*\n/);
  return parts.map((part) => `<p>${escapeHtml(part.trim()).replaceAll("\n", "<br>")}</p>`).join("");
}
