import type { Asset } from "@/shared/assets/api";
import { initialValue, type Field } from "./field";

type ListSchema = Extract<Field, { kind: "list" }>;
type FileSlot = Extract<Field, { kind: "asset" }>;

/** The setting of a list entry that holds its only file; null for other lists. */
export function fileSlotOf({ item }: ListSchema): FileSlot | null {
  if (item.kind === "asset") return item;
  if (item.kind !== "group") return null;
  const slots = item.fields.filter((field) => field.kind === "asset");
  return slots.length === 1 ? (slots[0] ?? null) : null;
}

/** A new entry with a file, named after it. */
export function entryOf(field: ListSchema, slot: FileSlot, asset: Asset): unknown {
  const { item, itemLabel } = field;
  if (item.kind !== "group") return asset.id;
  const entry = { ...(initialValue(item) as Record<string, unknown>), [slot.name]: asset.id };
  const label = item.fields.find(({ name, kind }) => name === itemLabel && kind === "text");
  if (label === undefined || !("maxLength" in label)) return entry;
  const called = asset.title === "" ? asset.filename.replace(/\.[^.]*$/, "") : asset.title;
  return { ...entry, [label.name]: called.slice(0, label.maxLength ?? undefined) };
}

/** A list with an entry moved; the target index is counted before its removal. */
export function movedTo(items: readonly unknown[], from: number, before: number): unknown[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(from < before ? before - 1 : before, 0, items[from]);
}
