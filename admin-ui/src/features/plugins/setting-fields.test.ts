import { expect, it } from "vitest";
import { formOf, settingFields, settingsOf } from "./setting-fields";

const schema = {
  type: "object",
  properties: {
    providerName: { type: "string", title: "Provider name", default: "Installments" },
    minimumCents: { type: "integer", title: "Orders over", description: "In cents.", default: 100 },
  },
};

it("shows what is set and the defaults of the rest", () => {
  const fields = settingFields(schema);
  expect(fields.map(({ label, help }) => [label, help])).toEqual([
    ["Provider name", ""],
    ["Orders over", "In cents."],
  ]);
  expect(formOf(fields, { providerName: "PayLater" })).toEqual({ providerName: "PayLater", minimumCents: "100" });
});

it("sends texts trimmed and numbers as numbers", () => {
  const fields = settingFields(schema);
  expect(settingsOf(fields, { providerName: " PayLater ", minimumCents: "250" })).toEqual({
    providerName: "PayLater",
    minimumCents: 250,
  });
  expect(settingsOf(fields, { providerName: "", minimumCents: " " })).toEqual({ providerName: "" });
});

it("draws nothing without a schema", () => {
  expect(settingFields(null)).toEqual([]);
});
