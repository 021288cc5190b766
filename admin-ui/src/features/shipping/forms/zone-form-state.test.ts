import { expect, test } from "vitest";
import { sampleZones } from "@/testing/samples/sample-prices";
import { changeOf, fieldOf, formOf } from "./zone-form-state";

test("a zone survives the round trip through the form", () => {
  for (const zone of sampleZones()) {
    const { name, places, options } = changeOf(formOf(zone, "USD"), "USD");
    expect({ name, places, options }).toEqual({ name: zone.name, places: zone.places, options: zone.options });
  }
});

test("errors are mapped to their fields", () => {
  expect(fieldOf("places.0.country")).toBe("places.0.country");
  expect(fieldOf("options.1.priceCents")).toBe("options.1.price");
  expect(fieldOf("options.1.bands")).toBe("options.1.bands.0.upTo");
  expect(fieldOf("options.1.pickup.city")).toBe("options.1.pickup.city");
  expect(fieldOf("options")).toBeNull();
});
