import { plural, t } from "@lingui/core/macro";
import { formatMoment } from "@/shared/i18n/format";
import type { Delivery, DeliveryState, EventTopic, PluginJob, PluginRun } from "./deliveries-api";

export function topicText(topic: EventTopic): string {
  switch (topic) {
    case "order.placed":
      return t`Order placed`;
    case "order.paid":
      return t`Order paid`;
    case "order.fulfilled":
      return t`Order fulfilled`;
    case "order.cancelled":
      return t`Order canceled`;
    case "order.refunded":
      return t`Order refunded`;
    case "order.disputed":
      return t`Payment disputed`;
    case "product.created":
      return t`Product created`;
    case "product.updated":
      return t`Product changed`;
    case "product.deleted":
      return t`Product deleted`;
    case "stock.low":
      return t`Low stock`;
    case "stock.out":
      return t`Out of stock`;
    case "stock.back":
      return t`Back in stock`;
    case "customer.created":
      return t`New customer`;
    case "form.submitted":
      return t`Form submitted`;
    case "subscription.started":
      return t`Subscription started`;
    case "page.published":
      return t`Page published`;
    case "cart.abandoned":
      return t`Cart abandoned`;
  }
}

export function stateText(state: DeliveryState): string {
  switch (state) {
    case "pending":
      return t`Waiting`;
    case "failing":
      return t`Trying again`;
    case "dead":
      return t`Failed`;
  }
}

/** How often it was tried, and when it is tried next. */
export function attemptsText({ attempts, dueOn }: Delivery): string {
  const tries = plural(attempts, { 0: "Not tried yet", one: "Tried once", other: "Tried # times" });
  return dueOn == null || attempts === 0 ? tries : t`${tries}, next ${{ moment: formatMoment(dueOn) }}`;
}

/** `every:3600000` or `daily:03:00`, in words. */
export function cadenceText({ cadence }: PluginJob): string {
  const [kind, ...rest] = cadence.split(":");
  if (kind === "daily") return t`Every day at ${{ time: rest.join(":") }}`;
  const minutes = Math.round(Number(rest[0]) / 60_000);
  if (minutes % 1_440 === 0) return plural(minutes / 1_440, { one: "Every day", other: "Every # days" });
  if (minutes % 60 === 0) return plural(minutes / 60, { one: "Every hour", other: "Every # hours" });
  return plural(minutes, { one: "Every minute", other: "Every # minutes" });
}

export function runText({ status }: PluginRun): string {
  switch (status) {
    case "running":
      return t`Running`;
    case "succeeded":
      return t`Done`;
    case "failed":
      return t`Failed`;
  }
}
