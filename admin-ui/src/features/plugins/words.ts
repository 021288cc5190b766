import { t } from "@lingui/core/macro";
import { uiLocale } from "@/shared/i18n/format";
import type { Grants, Permission, PluginDetail, PluginSecret, PluginSource } from "./api";

const kinds: Record<string, string> = {
  get block() {
    return t`Block`;
  },
  get formatter() {
    return t`Formatter`;
  },
  get predicate() {
    return t`Condition for templates`;
  },
  get "payment-provider"() {
    return t`Payment methods`;
  },
  get "installment-provider"() {
    return t`Installment messages`;
  },
  get "shipping-provider"() {
    return t`Shipping rates`;
  },
  get "tax-provider"() {
    return t`Taxes`;
  },
  get "discount-function"() {
    return t`Discounts`;
  },
  get "checkout-questions"() {
    return t`Questions in the checkout`;
  },
  get "catalogue-format"() {
    return t`Formats of files`;
  },
  get "event-hook"() {
    return t`Reacts to events`;
  },
  get "scheduled-job"() {
    return t`Runs on a schedule`;
  },
  get "admin-panel"() {
    return t`Panel in the admin`;
  },
};

/** The name of a kind of extension. */
export function kindText(kind: string): string {
  const words = kind.replaceAll("-", " ");
  return kinds[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A failing part, such as `block countdown`. */
export function partText(part: string): string {
  const [kind = "", ...name] = part.split(" ");
  return name.length === 0 ? kindText(kind) : `${kindText(kind)}: ${name.join(" ")}`;
}

/** A quota in binary units, as manifests write them: 262,144 is "256 kB". */
export function quotaText(bytes: number): string {
  const isLarge = bytes >= 1_048_576;
  const unit = isLarge ? "megabyte" : "kilobyte";
  const options = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(uiLocale(), options).format(bytes / (isLarge ? 1_048_576 : 1_024));
}

/** A short time. */
export function milliseconds(micros: number): string {
  const options = { style: "unit", unit: "millisecond", unitDisplay: "short", maximumSignificantDigits: 2 } as const;
  return new Intl.NumberFormat(uiLocale(), options).format(micros / 1_000);
}

/** Host of an origin, as people know it; others are shown as they are. */
export function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}

export function readsText(data: Grants["data"][number]): string {
  switch (data) {
    case "products":
      return t`Reads your products`;
    case "orders":
      return t`Reads your orders`;
    case "customers":
      return t`Reads your customers`;
    case "pages":
      return t`Reads your pages`;
  }
}

/** What a permission allows, one sentence for each host or kind of data. */
export function permissionTexts(permission: Permission, secrets: readonly PluginSecret[]): string[] {
  switch (permission.kind) {
    case "http":
      return permission.origins.map((origin) => t`Talks to ${{ host: hostOf(origin) }}`);
    case "addresses":
      return [t`Talks to the addresses that you enter in its settings`];
    case "storage":
      return [t`Keeps up to ${{ size: quotaText(permission.bytes) }} of data of its own`];
    case "secrets": {
      const names = permission.names.map((name) => secrets.find((one) => one.name === name)?.label ?? name);
      return [t`Uses secrets you enter: ${{ names: names.join(", ") }}`];
    }
    case "reads":
      return [readsText(permission.data)];
    case "script":
      return [t`Runs a script in a frame of its own on your pages`];
  }
}

export function sourceText(source: PluginSource): string {
  switch (source) {
    case "bundled":
      return t`Comes with Stoa`;
    case "operator":
      return t`Provided by this server`;
    case "upload":
      return t`Uploaded to this site`;
    case "index":
      return t`From the catalogue`;
  }
}

export function signatureText(signature: PluginDetail["signature"]): string {
  switch (signature) {
    case "valid":
      return t`It is signed by a publisher that this server knows.`;
    case "unsigned":
      return t`It is not signed: nobody vouches for its origin.`;
    case "untrusted":
      return t`It is signed, but this server does not know the publisher. Install it only if you trust where it comes from.`;
  }
}
