import type { Choices, Messages } from "./keys";
import { messageLanguage, messages, type Message } from "./messages";

/** A message that depends on a number or word. It is apart from `textOf`, because few pages need it at once. */
export function choiceOf<Key extends keyof Choices>(key: Key, values: Record<Choices[Key], string | number>): string {
  return written(messages[key] ?? key, values, 0);
}

/** The parts of a message whose values are elements, such as links. */
export function textParts<Key extends keyof Messages, Value>(
  key: Key,
  values: Record<Messages[Key], Value>,
): (Value | string)[] {
  const parts = [messages[key] ?? key].flat();
  return parts.map((part) => (Array.isArray(part) ? values[part[0] as Messages[Key]] : String(part)));
}

function written(message: Message, values: Readonly<Record<string, string | number>>, count: number): string {
  if (typeof message === "string") return message;
  const parts = message.map((part) => {
    if (!Array.isArray(part)) return part === 0 ? count.toLocaleString(messageLanguage) : part;
    const [name, kind = "select", choices] = part;
    const value = values[name] ?? "";
    if (choices === undefined) return value.toLocaleString(messageLanguage);
    if (kind === "select") return written(choices[value] ?? choices.other ?? "", values, count);
    const number = Number(value);
    const category = new Intl.PluralRules(messageLanguage, { type: kind }).select(number);
    // Exact numbers come before categories.
    return written(choices[`=${number}`] ?? choices[category] ?? choices.other ?? "", values, number);
  });
  return parts.join("");
}
