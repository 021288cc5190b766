/** Reads and checks the rules in `rules.ts`; hides which library they are made with. */
import { safeParse, type GenericSchema } from "valibot";

/** The rule of a member of a request body, such as `DiscountBody.entries.label`. */
export type Rule = GenericSchema;

/** What a rule allows. */
export interface Limits {
  kind: "text" | "number" | "list";
  /** Whether it may be left out or null. */
  isOptional: boolean;
  /** Least number, or least length of a text or list. */
  min?: number;
  /** Greatest number, or greatest length of a text or list. */
  max?: number;
  isWhole: boolean;
}

/** Why a value breaks a rule. */
export type Breach = "too-small" | "too-large" | "wrong";

const kinds: Record<string, Limits["kind"]> = { string: "text", number: "number", array: "list" };
const breaches: Record<string, Breach> = {
  min_length: "too-small",
  min_value: "too-small",
  max_length: "too-large",
  max_value: "too-large",
};

interface Action {
  type: string;
  requirement?: unknown;
}

/** The parts of a rule: its type, and what is required beyond it. */
function partsOf(rule: Rule): { isOptional: boolean; parts: readonly Action[] } {
  if ("wrapped" in rule) return { ...partsOf(rule.wrapped as Rule), isOptional: true };
  return { isOptional: false, parts: "pipe" in rule ? (rule.pipe as readonly Action[]) : [rule] };
}

export function limitsOf(rule: Rule): Limits {
  const { isOptional, parts } = partsOf(rule);
  const kind = kinds[parts[0]?.type ?? ""];
  if (kind === undefined) throw new TypeError(`a field cannot have a rule of type ${String(parts[0]?.type)}`);
  const limits: Limits = { kind, isOptional, isWhole: parts.some(({ type }) => type === "integer") };
  for (const { type, requirement } of parts) {
    if (typeof requirement !== "number") continue;
    if (breaches[type] === "too-small") limits.min = requirement;
    if (breaches[type] === "too-large") limits.max = requirement;
  }
  return limits;
}

/** Why a value breaks a rule; null if it does not. */
export function breachOf(rule: Rule, value: unknown): Breach | null {
  const parsed = safeParse(rule, value);
  return parsed.success ? null : (breaches[parsed.issues[0].type] ?? "wrong");
}
