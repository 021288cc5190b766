import { describe, expect, it } from "vitest";
import { providerFields, providerForm } from "./provider-fields";

const schema = {
  type: "object",
  properties: {
    text: {
      type: "string",
      title: "How to pay",
      description: "For customers",
      maxLength: 20,
      "x-lines": 4,
      default: "Pay us",
    },
    capture: { type: "string", enum: ["automatic", "manual"], default: "automatic" },
    proof: { type: "boolean", default: true },
    key: { type: "string", "x-secret": "api_key" },
  },
};

describe("providerFields", () => {
  it("supports texts, choices and switches, and never secrets", () => {
    const fields = providerFields(schema);
    expect(fields.map(({ name, kind, rows }) => [name, kind, rows])).toEqual([
      ["text", "text", 4],
      ["capture", "choice", 1],
      ["proof", "switch", 1],
    ]);
    expect(fields[0]).toMatchObject({ label: "How to pay", help: "For customers", maxLength: 20 });
  });

  it("is empty without a schema", () => {
    expect(providerFields(null)).toEqual([]);
    expect(providerFields({ type: "object" })).toEqual([]);
  });
});

describe("providerForm", () => {
  it("uses saved values, else schema defaults", () => {
    const form = providerForm(providerFields(schema), { text: "Cash only", proof: "not a switch" });
    expect(form).toEqual({ text: "Cash only", capture: "automatic", proof: true });
  });
});
