import type { DraftChange, RuledDraft } from "@/shared/document-rules/rules";
import { blocksOf, documentIn, type Block } from "@/shared/page-document/document";
import type { Field } from "../schema/field";
import { plainText } from "./plain-text";

/** A text before and after a change. */
interface ChangedText {
  /** Label of its setting. */
  title: string;
  before: string;
  after: string;
}

type Texts = Map<string, { title: string; text: string }>;

function collect(texts: Texts, place: string, field: Field, value: unknown): void {
  switch (field.kind) {
    case "text":
    case "textarea":
    case "html":
    case "richtext":
    case "code":
    case "url":
      if (typeof value === "string")
        texts.set(place, { title: field.title, text: field.kind === "code" ? value : plainText(value) });
      return;
    case "list":
      if (Array.isArray(value))
        value.forEach((item: unknown, index) => collect(texts, `${place}.${index}`, field.item, item));
      return;
    case "group":
      if (typeof value === "object" && value !== null) {
        for (const inner of field.fields)
          collect(texts, `${place}.${inner.name}`, inner, (value as Record<string, unknown>)[inner.name]);
      }
      return;
    default:
  }
}

function textsOf(block: Block | undefined, fields: Field[]): Texts {
  const texts: Texts = new Map();
  for (const field of fields) collect(texts, field.name, field, block?.settings[field.name]);
  return texts;
}

const blockIn = (draft: RuledDraft, id: string) => {
  const document = documentIn(draft.document);
  return document === null ? undefined : blocksOf(document).find((block) => block.id === id);
};

/** The texts that a change modified. */
export function changedTexts(
  change: DraftChange,
  before: RuledDraft,
  after: RuledDraft,
  fieldsOf: (kind: string) => Field[],
): ChangedText[] {
  if (change.subject === "page") {
    const [old, now] = [before.page[change.kind] ?? "", after.page[change.kind] ?? ""];
    return old === now ? [] : [{ title: "", before: old, after: now }];
  }
  if (change.subject !== "block") return [];
  const fields = fieldsOf(change.kind);
  const [old, now] = [textsOf(blockIn(before, change.id), fields), textsOf(blockIn(after, change.id), fields)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((place) => {
    const [was, is] = [old.get(place), now.get(place)];
    const text = { title: is?.title ?? was?.title ?? "", before: was?.text ?? "", after: is?.text ?? "" };
    return text.before === text.after ? [] : [text];
  });
}
