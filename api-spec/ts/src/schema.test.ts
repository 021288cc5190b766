import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, it } from "vitest";

it("matches the committed OpenAPI document", async () => {
  const document = new URL("../../openapi.json", import.meta.url);
  const generated = astToString(await openapiTS(document, { emptyObjectsUnknown: true }));
  const committed = readFileSync(fileURLToPath(new URL("schema.ts", import.meta.url)), "utf8");
  expect(committed.endsWith(generated)).toBe(true);
}, 30_000);
