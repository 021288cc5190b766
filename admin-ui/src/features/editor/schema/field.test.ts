import { expect, it } from "vitest";
import { blockKinds } from "@/testing/block-kinds";
import { validationError, excerptOf, fieldsOf, initialValue, isShown, type Field } from "./field";

function only(schema: unknown): Field {
  const [field] = fieldsOf({ properties: { setting: schema } });
  if (field === undefined) throw new Error("no field");
  return field;
}

it.each([
  [{ type: "string" }, "text"],
  [{ type: "string", format: "textarea" }, "textarea"],
  [{ type: "string", format: "html" }, "html"],
  [{ type: ["object", "string"], format: "richtext" }, "richtext"],
  [{ type: "string", format: "uri" }, "url"],
  [{ type: "string", format: "asset" }, "asset"],
  [{ type: "string", format: "unheard-of" }, "text"],
  [{ type: "integer" }, "number"],
  [{ type: "boolean" }, "boolean"],
  [{ type: "string", enum: ["a"] }, "choice"],
  [{ type: "array", items: { type: "object", properties: {} } }, "list"],
  [{ type: "object", properties: {} }, "group"],
])("parses %j as %s", (schema, kind) => expect(only(schema).kind).toBe(kind));

it("skips unsupported settings", () => {
  expect(fieldsOf({ properties: { odd: { type: "null" }, list: { type: "array" } } })).toEqual([]);
  expect(fieldsOf("no schema")).toEqual([]);
});

it("derives readable labels without titles", () => {
  const field = only({ enum: ["split-left"] });
  expect(field.kind === "choice" && field.options).toEqual([{ value: "split-left", title: "Split left" }]);
  expect(fieldsOf({ properties: { "aspect-ratio": { type: "string" } } })[0]?.title).toBe("Aspect ratio");
});

it("creates entries with default settings", () => {
  const item = {
    type: "object",
    properties: { title: { type: "string", default: "Title" }, open: { type: "boolean" } },
  };
  const list = only({ type: "array", items: item });
  expect(list.kind === "list" && initialValue(list.item)).toEqual({ title: "Title", open: false });
});

it("shows a setting depending on its siblings", () => {
  const fields = fieldsOf({
    properties: {
      design: { enum: ["grid", "slider"], default: "grid" },
      padding: { type: "integer", "x-showWhen": { design: ["grid"] } },
    },
  });
  const padding = fields.find(({ name }) => name === "padding")!;
  expect([{}, { design: "grid" }, { design: "slider" }].map((values) => isShown(padding, values, fields))).toEqual([
    true,
    true,
    false,
  ]);
});

it("supports every setting of every built-in block", () => {
  expect(blockKinds.length).toBeGreaterThan(10);
  for (const { kind, settingsSchema } of blockKinds) {
    const properties = Object.keys((settingsSchema as { properties?: object }).properties ?? {});
    expect([kind, fieldsOf(settingsSchema).map(({ name }) => name)]).toEqual([kind, properties]);
  }
});

it("extracts an excerpt from HTML", () => {
  expect(excerptOf("<h2>Hello</h2><p>tea &amp; cake</p>")).toBe("Hello tea & cake");
  expect(excerptOf("x".repeat(80))).toHaveLength(58);
});

it("extracts an excerpt from rich text", () => {
  const paragraph = (...texts: string[]) => ({
    type: "paragraph",
    content: texts.map((text) => ({ type: "text", text })),
  });
  expect(excerptOf({ type: "doc", content: [paragraph("Clay ", "and"), paragraph("ash")] })).toBe("Clay and ash");
});

// spec: form.field-type.textarea-max-length
it("offers a limit for long answers unless a feature flag hides it", () => {
  const form = blockKinds.find(({ kind }) => kind === "form");
  const fieldsOfForm = (schema: unknown) => {
    const list = fieldsOf(schema).find(({ name }) => name === "fields");
    return list?.kind === "list" && list.item.kind === "group" ? list.item.fields : [];
  };
  const shown = (fields: Field[]) =>
    fields.filter((field) => isShown(field, { type: "textarea" }, fields)).map(({ name }) => name);
  expect(shown(fieldsOfForm(form?.settingsSchema))).toContain("maxLength");
  const marked = JSON.stringify(form?.settingsSchema).replace('"x-flag":"formTextLimits"', '"x-hidden":true');
  expect(shown(fieldsOfForm(JSON.parse(marked)))).not.toContain("maxLength");
});

it("sets the limit of a new form field only while limits are offered", () => {
  const form = JSON.stringify(blockKinds.find(({ kind }) => kind === "form")?.settingsSchema);
  const fresh = (schema: string) => {
    const list = fieldsOf(JSON.parse(schema)).find(({ name }) => name === "fields");
    return list?.kind === "list" ? initialValue(list.item) : null;
  };
  expect(fresh(form)).toMatchObject({ maxLength: 2000 });
  expect(fresh(form.replace('"x-flag":"formTextLimits"', '"x-hidden":true'))).not.toHaveProperty("maxLength");
});

it("detects empty required texts in every format", () => {
  const paragraphs = (...texts: string[]) => ({
    type: "doc",
    content: texts.map((text) => ({ type: "paragraph", content: text === "" ? [] : [{ type: "text", text }] })),
  });
  const complaint = (setting: Record<string, unknown>, value: unknown) => {
    const [field] = fieldsOf({ properties: { setting }, required: ["setting"] });
    return field === undefined ? null : validationError(field, value);
  };
  const words = { type: ["object", "string"], title: "Answer", format: "richtext" };
  expect(complaint(words, paragraphs("", " "))).toBe("Answer is needed.");
  expect(complaint(words, paragraphs("Yes."))).toBeUndefined();
  expect(complaint({ type: "string", title: "Name" }, "  ")).toBe("Name is needed.");
  expect(validationError(only({ type: "string", title: "Name" }), "")).toBeUndefined();
  expect(validationError(only({ type: "string", title: "Name", minLength: 1 }), "")).toBe("Name is needed.");
});
