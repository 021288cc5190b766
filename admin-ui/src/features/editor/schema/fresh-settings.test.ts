import { expect, test } from "vitest";
import type { BlockKind, Target } from "../api";
import { freshSettings } from "./fresh-settings";

const pages: Target[] = [
  { id: "col_home", name: "Home", kind: "page" },
  { id: "col_journal", name: "Journal", kind: "blog" },
  { id: "col_notes", name: "Notes", kind: "blog" },
];

function kindWith(collection: object): BlockKind {
  const settingsSchema = {
    type: "object",
    properties: { collection: { type: "string", format: "collection", default: "", ...collection } },
  };
  return { kind: "archive", settingsSchema } as unknown as BlockKind;
}

test("preselects the first blog of the site for a block that shows a blog", () => {
  expect(freshSettings(kindWith({ "x-pages": ["blog"] }), { collection: "", open: true }, pages)).toEqual({
    collection: "col_journal",
    open: true,
  });
});

test("keeps a chosen page, and preselects none if several kinds fit or there is none", () => {
  const blog = kindWith({ "x-pages": ["blog"] });
  expect(freshSettings(blog, { collection: "col_notes" }, pages)).toEqual({ collection: "col_notes" });
  expect(freshSettings(kindWith({ "x-pages": ["page", "blog"] }), { collection: "" }, pages)).toEqual({
    collection: "",
  });
  expect(freshSettings(kindWith({ "x-pages": ["store"] }), { collection: "" }, pages)).toEqual({ collection: "" });
  expect(freshSettings(kindWith({}), { collection: "" }, pages)).toEqual({ collection: "" });
});
