import { expect, it } from "vitest";
import { formOf, settingFields, settingsOf } from "./setting-fields";

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
