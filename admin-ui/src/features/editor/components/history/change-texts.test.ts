import { expect, it } from "vitest";
import type { DraftChange } from "@/shared/document-rules/rules";
import type { PageDocument, Section } from "@/shared/page-document/document";
import { changesText, changeText, entryText, namesIn } from "./change-texts";

const section = (id: string, name?: string): Section => ({
  id,
  settings: { tone: "default", width: "normal", padding: "medium", ...(name === undefined ? {} : { name }) },
  rows: [],
});
const page = (...sections: Section[]): PageDocument => ({ version: 1, sections });
const kinds = { all: [], find: () => null, nameOf: (kind: string) => (kind === "text" ? "Text" : kind) };

const names = namesIn(
  kinds,
  page(section("s1", "Opening hours"), section("s2"), section("s3", "")),
  page(section("s1", "Hours"), section("s3", "Team"), section("s4", "Gone")),
);

it.each<[DraftChange, string]>([
  [{ change: "moved", subject: "section", id: "s1", kind: "" }, "Section “Opening hours” moved"],
  [{ change: "changed", subject: "section", id: "s2", kind: "" }, "A section changed"],
  [{ change: "changed", subject: "section", id: "s3", kind: "" }, "Section “Team” changed"],
  [{ change: "removed", subject: "section", id: "s4", kind: "" }, "Section “Gone” removed"],
  [{ change: "added", subject: "row", id: "r1", kind: "" }, "A row added"],
  [{ change: "changed", subject: "block", id: "b1", kind: "text" }, "Text changed"],
  [{ change: "changed", subject: "page", id: "", kind: "seoTitle" }, "The SEO title changed"],
])("describes %j", (change, words) => expect(changeText(change, names)).toBe(words));

it("names the first few of many changes, without duplicates", () => {
  const moved = ["s1", "s2", "s3", "s4", "s5"].map((id): DraftChange => ({
    change: "moved",
    subject: "section",
    id,
    kind: "",
  }));
  expect(changesText(moved, names)).toBe(
    "Section “Opening hours” moved, A section moved, Section “Team” moved and 1 more",
  );
  expect(entryText({ kind: "edit", changes: moved.slice(0, 1) }, names)).toBe("Section “Opening hours” moved");
  expect(entryText({ kind: "edit", changes: [] }, names)).toBe("No changes");
});
