// Writes into its log what runs low or out. The same event may arrive twice: the log then has two lines, and nothing
// else happens.

import { eventHook, invalidInput, log, setting, text } from "../sdk/js/index.js";

export const events = eventHook((event, ctx) => {
  const { productName, sku, stock } = event.payload ?? {};
  if (typeof productName !== "string" || typeof sku !== "string") {
    throw invalidInput("an event without a product");
  }
  const ignored = setting("ignored");
  if (typeof ignored === "string" && ignored !== "" && sku.startsWith(ignored)) {
    return;
  }
  const key = event.topic === "stock.low" ? "low" : "out";
  log.info(text(ctx.locale, key, { name: productName, sku, stock: stock ?? 0 }));
});
