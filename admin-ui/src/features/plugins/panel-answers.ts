import { formatNumber, uiLocale } from "@/shared/i18n/format";
import { keptTogether } from "@/shared/money/money";

interface PanelColumn {
  key: string;
  label: string;
  kind: "text" | "number" | "money" | "date";
}

/** A table as a plugin returns it. */
export interface PanelTableAnswer {
  columns: PanelColumn[];
  rows: Record<string, unknown>[];
  notice: string | null;
}

type Loose = Record<string, unknown>;

function isRecord(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function columnOf(value: unknown): PanelColumn[] {
  if (!isRecord(value) || typeof value["key"] !== "string" || typeof value["label"] !== "string") return [];
  const kind = (["number", "money", "date"] as const).find((one) => one === value["kind"]) ?? "text";
  return [{ key: value["key"], label: value["label"], kind }];
}

/** Reads the table in an answer; null if there is none. */
export function tableOf(answer: unknown): PanelTableAnswer | null {
  if (!isRecord(answer) || !Array.isArray(answer["columns"]) || !Array.isArray(answer["rows"])) return null;
  const notice = answer["notice"];
  return {
    columns: answer["columns"].flatMap(columnOf),
    rows: answer["rows"].filter(isRecord),
    notice: typeof notice === "string" && notice !== "" ? notice : null,
  };
}

/** The text of a cell. Money is `{ minor, currency }`, a date UTC milliseconds. */
export function cellText({ kind }: PanelColumn, value: unknown): string {
  if (kind === "money" && isRecord(value) && typeof value["minor"] === "number")
    return moneyText(value["minor"], String(value["currency"]));
  if (typeof value === "number") {
    if (kind === "date") return new Intl.DateTimeFormat(uiLocale(), { dateStyle: "medium" }).format(value);
    return formatNumber(value);
  }
  return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
}

function moneyText(minor: number, currency: string): string {
  try {
    const format = new Intl.NumberFormat(uiLocale(), { style: "currency", currency });
    return keptTogether(format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)));
  } catch {
    // The plugin named no currency.
    return String(minor);
  }
}
