import { ProductBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";

/** An option of a product and its values, in order. */
export interface OptionForm {
  name: string;
  values: string[];
}

/** Form state of a variant: amounts and counts as text, values in the order of the options. */
export interface VariantForm {
  /** Empty for a new variant. */
  variantId: string;
  values: string[];
  sku: string;
  price: string;
  onSale: boolean;
  salePrice: string;
  unlimited: boolean;
  stock: string;
  /** The stock when the form was loaded: -1 if not tracked, null for a new row. */
  seen: number | null;
  weight: string;
  /** Empty for none. */
  mainImageId: string;
}

/** Maximum number of variants of a product. */
export const maxVariants = maxOf(ProductBody.entries.variants);

/** Maximum length of option names and values. The document cannot tell it: they are entries of a list and a map. */
export const longestName = 60;

const keyOf = (values: readonly string[]) => JSON.stringify(values);

/** Rows sorted by the order of option values. */
function ordered(options: readonly OptionForm[], rows: readonly VariantForm[]): VariantForm[] {
  const place = (row: VariantForm, at: number) => options[at]?.values.indexOf(row.values[at] ?? "") ?? 0;
  return [...rows].sort((one, other) => {
    for (let at = 0; at < options.length; at += 1) {
      const difference = place(one, at) - place(other, at);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

function withoutRepetition(rows: readonly VariantForm[]): VariantForm[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row.values);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function replaced<T>(list: readonly T[], at: number, item: T): T[] {
  return list.map((current, index) => (index === at ? item : current));
}

/** A copy of a row with another value and no stock. */
function likeWith(row: VariantForm, at: number, value: string): VariantForm {
  return { ...row, variantId: "", sku: "", stock: "0", seen: null, values: replaced(row.values, at, value) };
}

/**
 * The rows after the values of one option changed: rows of a removed value are removed, a new value gets a row for each
 * combination of the others. The first value of an option goes to all rows.
 */
export function withValues(
  options: readonly OptionForm[],
  rows: readonly VariantForm[],
  at: number,
  after: readonly string[],
): VariantForm[] {
  const next = replaced(options, at, { name: options[at]?.name ?? "", values: [...after] });
  const [first] = after;
  const filled = rows.map((row) =>
    (row.values[at] ?? "") === "" && first !== undefined ? { ...row, values: replaced(row.values, at, first) } : row,
  );
  if (first === undefined) {
    return withoutRepetition(filled.map((row) => ({ ...row, values: replaced(row.values, at, "") })));
  }
  const held = new Set(filled.map((row) => row.values[at] ?? ""));
  const added = after.filter((value) => !held.has(value));
  const wanted = filled.flatMap((row) => [row, ...added.map((value) => likeWith(row, at, value))]);
  const kept = wanted.filter((row) => after.includes(row.values[at] ?? ""));
  return ordered(next, withoutRepetition(kept));
}

/** Options and rows after an option value was renamed: the rows keep their identity. */
export function withRenamed(
  options: readonly OptionForm[],
  rows: readonly VariantForm[],
  at: number,
  { from, to }: { from: string; to: string },
): { options: OptionForm[]; rows: VariantForm[] } {
  return {
    options: options.map((option, index) =>
      index === at ? { ...option, values: option.values.map((value) => (value === from ? to : value)) } : option,
    ),
    rows: rows.map((row) => (row.values[at] === from ? { ...row, values: replaced(row.values, at, to) } : row)),
  };
}

/** The rows with a column for a further option, empty until it has a value. */
export function withOption(rows: readonly VariantForm[]): VariantForm[] {
  return rows.map((row) => ({ ...row, values: [...row.values, ""] }));
}

/** The rows without the column of an option; of rows that become equal the first is kept. */
export function withoutOption(rows: readonly VariantForm[], at: number): VariantForm[] {
  return withoutRepetition(rows.map((row) => ({ ...row, values: row.values.filter((_, index) => index !== at) })));
}

function swapped<T>(list: readonly T[], at: number): T[] {
  const [one, other] = [list[at], list[at + 1]];
  if (one === undefined || other === undefined) return [...list];
  return [...list.slice(0, at), other, one, ...list.slice(at + 2)];
}

/** Options and rows after an option was swapped with the next one. */
export function withSwapped(
  options: readonly OptionForm[],
  rows: readonly VariantForm[],
  at: number,
): { options: OptionForm[]; rows: VariantForm[] } {
  const next = swapped(options, at);
  return {
    options: next,
    rows: ordered(
      next,
      rows.map((row) => ({ ...row, values: swapped(row.values, at) })),
    ),
  };
}

/** Label of a row, such as "M / Blue". */
export function labelOf(row: Pick<VariantForm, "values">): string {
  return row.values.filter((value) => value !== "").join(" / ");
}
