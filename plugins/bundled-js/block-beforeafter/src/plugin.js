// The block `before-after`: two pictures on each other, with an edge that visitors move, by `client/before-after.js`. Without
// scripts, the upper picture is in a box that can be resized, and on a touch screen, where boxes cannot, the pictures are
// swiped.

import { block, escapeHtml, invalidInput, text } from "../sdk/js/index.js";

const STYLE = `<style>.stoa-compare{margin:0}.stoa-compare__pictures{position:relative;display:grid;container-type:inline-size;\
overflow:hidden;aspect-ratio:4/3}.stoa-compare--wide .stoa-compare__pictures{aspect-ratio:16/9}\
.stoa-compare--square .stoa-compare__pictures{aspect-ratio:1}.stoa-compare--tall .stoa-compare__pictures{aspect-ratio:3/4}\
.stoa-compare__picture{grid-area:1/1;position:relative;overflow:hidden;block-size:100%}\
.stoa-compare__picture img{display:block;inline-size:100cqi;max-inline-size:none;block-size:100%;object-fit:cover}\
.stoa-compare__picture--before{inline-size:50%;min-inline-size:1.5rem;max-inline-size:100%;resize:horizontal;\
border-inline-end:2px solid #fff}\
.stoa-compare__label{position:absolute;inset-block-start:.5rem;padding:.1rem .5rem;border-radius:.25rem;color:#fff;\
background:rgb(0 0 0/.6)}.stoa-compare__picture--before .stoa-compare__label{inset-inline-start:.5rem}\
.stoa-compare__picture--after .stoa-compare__label{inset-inline-end:.5rem}\
.stoa-compare__slider{position:absolute;inset:0;inline-size:100%;block-size:100%;margin:0;opacity:0;cursor:ew-resize;\
touch-action:pan-y}.stoa-compare__pictures--live:has(:focus-visible){outline:3px solid;outline-offset:-3px}\
.stoa-compare__pictures--live .stoa-compare__picture--before{resize:none;min-inline-size:0;border-inline-end-width:4px}\
@media (pointer:coarse),print{.stoa-compare__pictures:not(.stoa-compare__pictures--live){display:flex;overflow-x:auto;\
scroll-snap-type:x mandatory}.stoa-compare__pictures:not(.stoa-compare__pictures--live)>.stoa-compare__picture{\
flex:0 0 100%;inline-size:100%;resize:none;border:0;scroll-snap-align:start}\
.stoa-compare__pictures:not(.stoa-compare__pictures--live)>.stoa-compare__picture--before{order:-1}}</style>`;
const ONE_DAY = 86400;
const WIDTH = 1500;
const SHAPES = ["standard", "wide", "square", "tall"];

export const blocks = block({
  "before-after"({ settings }, ctx) {
    const [before, after] = [address(settings?.before), address(settings?.after)];
    if (!before || !after) {
      return "";
    }
    const shape = SHAPES.includes(settings.shape) ? settings.shape : "standard";
    // The one that is below comes first.
    const pictures =
      picture("after", after, typed(settings.afterLabel) || text(ctx.locale, "after"), settings.afterText) +
      picture("before", before, typed(settings.beforeLabel) || text(ctx.locale, "before"), settings.beforeText);
    const caption = typed(settings.caption);
    const html =
      `<figure class="stoa-compare stoa-compare--${shape}"><div class="stoa-compare__pictures">${pictures}</div>` +
      `${caption ? `<figcaption>${escapeHtml(caption)}</figcaption>` : ""}</figure>`;
    return { html, head: [STYLE], data: { label: text(ctx.locale, "edge") }, cacheSeconds: ONE_DAY };
  },
});

function picture(side, source, label, description) {
  const alternative = typed(description) || label;
  return (
    `<div class="stoa-compare__picture stoa-compare__picture--${side}">` +
    `<img src="${escapeHtml(source)}" alt="${escapeHtml(alternative)}" loading="lazy">` +
    `<span class="stoa-compare__label" aria-hidden="true">${escapeHtml(label)}</span></div>`
  );
}

/** The address of a file of the site: its id is enough, the name in the address is for people. */
function address(asset) {
  const id = typed(asset);
  if (id && !/^[A-Za-z0-9_.-]{1,200}$/.test(id)) {
    throw invalidInput("choose a picture of this site");
  }
  return id && `/assets/${id}/picture?format=${WIDTH}w`;
}

function typed(value) {
  return typeof value === "string" ? value.trim() : "";
}
