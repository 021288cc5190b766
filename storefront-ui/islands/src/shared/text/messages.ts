import type { Messages } from "./keys";

/** A part of a message: text, `0` for the number of the plural around it, or an argument. */
type Part = string | 0 | Argument;
/** A message as the server sends it: what is only text is a string. */
type Message = string | Part[];
/** The name of an argument; for a choice between messages also its kind and them. */
type Argument = [name: string, kind?: ChoiceKind, choices?: Record<string, Message>];
/** How the argument decides: by itself, as a number, or as a place in an order. */
type ChoiceKind = "select" | "cardinal" | "ordinal";

interface Catalogue {
  /** The language that the messages are in; it can differ from the page's, for which there may be none. */
  language: string;
  messages: Record<string, Message>;
}

/** The values of a message's arguments; none for a message without. */
type ValuesOf<Key extends keyof Messages, Value> = [Messages[Key]] extends [never]
  ? []
  : [Record<Messages[Key], Value>];

let known: Catalogue | undefined;

/** The messages that the server gave the page, see `core/page/src/island_messages.rs`. */
function catalogue(): Catalogue {
  if (known === undefined) {
    const source = document.getElementById("stoa-messages");
    const messages = JSON.parse(source?.textContent ?? "{}") as Catalogue["messages"];
    known = { language: source?.lang === "" || source === null ? "en" : source.lang, messages };
  }
  return known;
}

/** BCP 47 tag of the language that the messages are in. */
export function messageLanguage(): string {
  return catalogue().language;
}

/** A message; its values if it has arguments. */
export function textOf<Key extends keyof Messages>(key: Key, ...values: ValuesOf<Key, string | number>): string {
  return partsOf(catalogue().messages[key] ?? key, values[0] ?? {}).join("");
}

/** The parts of a message, whose values can be elements, such as links. */
export function textParts<Key extends keyof Messages, Value>(
  key: Key,
  values: Record<Messages[Key], Value>,
): (Value | string)[] {
  return partsOf(catalogue().messages[key] ?? key, values);
}

function partsOf<Value>(message: Message, values: Record<string, Value>, count?: number): (Value | string)[] {
  if (typeof message === "string") return [message];
  return message.flatMap((part): (Value | string)[] => {
    if (typeof part === "string") return [part];
    if (part === 0) return [numberText(count ?? 0)];
    const [name, kind, choices] = part;
    const value = values[name];
    if (kind === undefined || choices === undefined) return value === undefined ? [] : [shown(value)];
    const chosen =
      choices[kind === "select" ? String(value) : categoryOf(kind, Number(value), choices)] ?? choices.other;
    return chosen === undefined ? [] : partsOf(chosen, values, kind === "select" ? count : Number(value));
  });
}

function shown<Value>(value: Value): Value | string {
  return typeof value === "number" ? numberText(value) : value;
}

function numberText(number: number): string {
  return new Intl.NumberFormat(catalogue().language).format(number);
}

/** The key of a plural for a number: exact ones come first. */
function categoryOf(kind: ChoiceKind, number: number, choices: Record<string, Message>): string {
  const exact = `=${number}`;
  if (exact in choices) return exact;
  const type = kind === "ordinal" ? "ordinal" : "cardinal";
  return new Intl.PluralRules(catalogue().language, { type }).select(number);
}
