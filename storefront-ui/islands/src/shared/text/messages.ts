import type { Messages } from "./keys";

/** A message as the server sends it: what is only text is a string, see `core/messages/src/for_scripts.rs`. */
export type Message = string | Part[];
/** Text, `0` for the number of the plural around it, or an argument; one that decides has a kind and the choices. */
export type Part = string | 0 | [name: string, kind?: ChoiceKind, choices?: Record<string, Message>];
type ChoiceKind = "select" | "cardinal" | "ordinal";

/** The values of a message's arguments; none for a message without. */
type ValuesOf<Key extends keyof Messages> = [Messages[Key]] extends [never]
  ? []
  : [Record<Messages[Key], string | number>];

const source = document.getElementById("stoa-messages");

/** The messages of the page's islands. */
export const messages = JSON.parse(source?.textContent ?? "{}") as Record<string, Message>;

/** BCP 47 tag of the language that the messages are in; it can differ from the page's, for which there may be none. */
export const messageLanguage = source?.lang ?? "en";

/** A message; with the values of its arguments if it has any. Those with plurals or elements: `rich-messages.ts`. */
export function textOf<Key extends keyof Messages>(key: Key, ...[values]: ValuesOf<Key>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  const written = (part: Part) => (Array.isArray(part) ? given[part[0]]?.toLocaleString(messageLanguage) : part);
  return [messages[key] ?? key].flat().map(written).join("");
}
