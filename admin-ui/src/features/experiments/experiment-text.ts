import { t } from "@lingui/core/macro";
import { formatShare } from "@/shared/i18n/format";
import type { Experiment, Results, VariantFigures } from "./api";

export const targetTexts: Readonly<Record<Experiment["target"], string>> = {
  get page() {
    return t`A whole page`;
  },
  get section() {
    return t`A section of a page`;
  },
  get block() {
    return t`A block of a page`;
  },
  get text() {
    return t`A text of a page`;
  },
  get theme() {
    return t`Settings of the theme`;
  },
};

export const goalTexts: Readonly<Record<Experiment["goal"], string>> = {
  get purchase() {
    return t`Place an order`;
  },
  get "form-submit"() {
    return t`Send a form`;
  },
  get "page-view"() {
    return t`Open a page`;
  },
  get "button-click"() {
    return t`Click a button`;
  },
};

export const statuses: Readonly<
  Record<Experiment["status"], { label: string; color: "success" | "default" | "warning" }>
> = {
  DRAFT: {
    get label() {
      return t({ message: "Draft", context: "an experiment that was not started" });
    },
    color: "warning",
  },
  ACTIVE: {
    get label() {
      return t({ message: "Running", context: "an experiment" });
    },
    color: "success",
  },
  ENDED: {
    get label() {
      return t({ message: "Ended", context: "an experiment" });
    },
    color: "default",
  },
};

/** An interval such as “4% to 7%”. */
export function intervalText({ low, high }: VariantFigures["rate"], sign: "auto" | "exceptZero" = "auto"): string {
  const [from, to] = [formatShare(low, sign), formatShare(high, sign)];
  return t`${from} to ${to}`;
}

/** What the figures say, in a sentence. */
export function verdictText({ verdict, best, variants }: Results): string {
  switch (verdict) {
    case "too-early":
      return t`It is too early to say anything. Each variant needs at least 100 visitors, and all together 10 who reached the goal.`;
    case "no-difference":
      return t`No difference yet: chance can explain what was counted so far.`;
    case "original-best":
      return t`The original is better than every variant (95% confidence).`;
    case "better": {
      const winner = variants.find(({ name }) => name === best);
      const by = winner?.difference == null ? "" : intervalText(winner.difference, "exceptZero");
      const name = best ?? "";
      return t`${name} is better than the original (95% confidence): ${by} in the share of visitors who reach the goal.`;
    }
  }
}
