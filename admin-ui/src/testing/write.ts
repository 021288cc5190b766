import type { UserEvent } from "@testing-library/user-event";

/** Writes at the end of a field, in one step: typing renders the screen several times for each key. */
export async function write(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
