import { expect, it } from "vitest";
import { checkSetting, formOf, isShown, settingFields, settingPath, settingsOf } from "./setting-fields";

const schema = {
  type: "object",
  properties: {
    providerName: { type: "string", title: "Provider name", default: "Installments" },
    minimumCents: { type: "integer", title: "Orders over", description: "In cents.", default: 100 },
  },
};

it("uses saved values and schema defaults", () => {
  const fields = settingFields(schema);
  expect(fields.map(({ label, help }) => [label, help])).toEqual([
    ["Provider name", ""],
    ["Orders over", "In cents."],
  ]);
  expect(formOf(fields, { providerName: "PayLater" })).toEqual({ providerName: "PayLater", minimumCents: "100" });
});

it("trims texts and converts numbers", () => {
  const fields = settingFields(schema);
  expect(settingsOf(fields, { providerName: " PayLater ", minimumCents: "250" })).toEqual({
    providerName: "PayLater",
    minimumCents: 250,
  });
  expect(settingsOf(fields, { providerName: "", minimumCents: " " })).toEqual({ providerName: "" });
});

it("is empty without a schema", () => {
  expect(settingFields(null)).toEqual([]);
});

it("shows values without titles as words, and texts of several lines", () => {
  const fields = settingFields({
    type: "object",
    properties: { capture: { enum: ["automatic", "buy-get"] }, text: { type: "string", "x-lines": 4 } },
  });
  expect(fields).toMatchObject([
    { options: [{ label: "Automatic" }, { value: "buy-get", label: "Buy get" }] },
    { kind: "text", rows: 4 },
  ]);
});

it("knows which settings apply", () => {
  const fields = settingFields({
    type: "object",
    properties: {
      kind: { enum: ["quantity", "buy-get"], default: "quantity" },
      pieces: { type: "integer", "x-showWhen": { kind: ["quantity"] } },
      buy: { type: "integer", default: 2, "x-showWhen": { kind: ["buy-get"] } },
    },
  });
  const shown = (form: unknown) => fields.filter((field) => isShown(field, fields, form)).map(({ name }) => name);
  const form = formOf(fields, {});
  expect(shown(form)).toEqual(["kind", "pieces"]);
  expect(shown({ ...form, kind: "buy-get" })).toEqual(["kind", "buy"]);
  // What does not apply keeps its value.
  expect(settingsOf(fields, form)).toEqual({ kind: "quantity", buy: 2 });
});

it("has no field for a secret, which the server refuses among the settings", () => {
  const fields = settingFields({
    type: "object",
    properties: {
      address: { type: "string" },
      key: { type: "string", title: "Key", "x-secret": "signing_secret" },
      keys: { type: "array", items: { type: "string", "x-secret": "signing_secret" } },
    },
  });
  expect(fields.map(({ name }) => name)).toEqual(["address"]);
  expect(settingsOf(fields, formOf(fields, {}))).toEqual({ address: "" });
});

it("has lists, groups, choices and, for the rest, JSON", () => {
  const fields = settingFields({
    type: "object",
    required: ["days"],
    properties: {
      days: {
        type: "array",
        items: { type: "object", properties: { from: { type: "string" }, closed: { type: "boolean" } } },
      },
      mode: { enum: [1, 2], "x-enumTitles": ["One", "Two"], default: 2 },
      link: { type: "string", format: "uri" },
      extra: { oneOf: [{ type: "string" }, { type: "integer" }] },
    },
  });
  const saved = { days: [{ from: "9:00", closed: false }], mode: 1, extra: 5 };
  const form = formOf(fields, saved);
  expect(form).toEqual({ days: [{ item: { from: "9:00", closed: false } }], mode: "1", link: "", extra: "5" });
  expect(settingsOf(fields, form)).toEqual(saved);
  expect(settingPath(fields, "days.0.from")).toBe("days.0.item.from");
  expect(settingPath(fields, "days.0")).toBe("days.0.item");
  expect(settingPath(fields, "other")).toBeNull();
  const extra = fields.find(({ name }) => name === "extra");
  expect(extra && checkSetting(extra, "{")).toBe("This is not valid JSON.");
});

it("checks numbers and what is required", () => {
  const [least, name] = settingFields({
    required: ["name"],
    properties: { least: { type: "integer", minimum: 1, maximum: 9 }, name: { type: "string" } },
  });
  if (least === undefined || name === undefined) throw new Error("no fields");
  expect(["", "0", "3", "10", "x"].map((typed) => checkSetting(least, typed))).toEqual([
    true,
    "At least 1",
    true,
    "At most 9",
    "Enter a whole number",
  ]);
  expect(checkSetting(name, " ")).toBe("This is needed.");
});
