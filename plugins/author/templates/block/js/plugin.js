// The block `{{entry}}`: a table of opening hours.

import { block, escapeHtml, text } from "../sdk/js/index.js";

const ONE_HOUR = 3600;

export const blocks = block({
  "{{entry}}": ({ settings }, ctx) => ({ html: table(settings, ctx), cacheSeconds: ONE_HOUR }),
});

/** The HTML of the block; empty while no day is entered. */
function table(settings, ctx) {
  const days = Array.isArray(settings?.hours) ? settings.hours : [];
  if (days.length === 0) {
    return "";
  }
  const heading = member(settings, "heading") || text(ctx.locale, "heading");
  const zone = text(ctx.locale, "timezone", { timezone: ctx.timezone });
  const rows = days.map((day) => row(day, ctx.locale)).join("");
  return `<section><h2>${escapeHtml(heading)}</h2><table>${rows}</table><p><small>${escapeHtml(zone)}</small></p></section>`;
}

/** One day. What owners type is text, so it is escaped. */
function row(day, locale) {
  const from = member(day, "from");
  const until = member(day, "until");
  const hours = from && until ? `${from} – ${until}` : text(locale, "closed");
  return `<tr><th scope="row">${escapeHtml(member(day, "day"))}</th><td>${escapeHtml(hours)}</td></tr>`;
}

/** A text of an object; empty for anything else. */
function member(object, key) {
  const value = object?.[key];
  return typeof value === "string" ? value.trim() : "";
}
