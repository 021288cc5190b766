import { expect, it } from "vitest";
import type { BlockKind } from "../../api";
import { inlineField } from "./inline-text";

const settingsSchema = {
  properties: {
    layout: { type: "string", enum: ["inline", "card"], default: "inline" },
    html: { type: "string", format: "html", "x-showWhen": { layout: ["card"] } },
    caption: { type: "string", format: "textarea" },
  },
};
const kind = { kind: "picture", settingsSchema } as unknown as BlockKind;

it("is the text that shows with the settings of the block", () => {
  expect(inlineField(kind, {})?.name).toBe("caption");
  expect(inlineField(kind, { layout: "card" })?.name).toBe("html");
});

it("is none where a kind has no text", () => {
  expect(inlineField({ ...kind, settingsSchema: { properties: { size: { type: "integer" } } } }, {})).toBeNull();
});
