/** Parses a typed amount into minor units; null if invalid. */
export function minorUnits(text: string, decimals: number): number | null {
  const parts = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim());
  if (parts === null) return null;
  const [, whole = "", fraction = ""] = parts;
  if (fraction.length > decimals) return null;
  return Number(whole + fraction.padEnd(decimals, "0"));
}

/** The amount chosen in the form's fields, in minor units; null if a typed one is invalid. */
export function chosenAmount(fields: FormData, decimals: number): number | null {
  const chosen = String(fields.get("amount") ?? "");
  return chosen === "other" ? minorUnits(String(fields.get("other") ?? ""), decimals) : minorUnits(chosen, 0);
}
