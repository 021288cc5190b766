import { expect, it } from "vitest";
import { fieldsOf } from "../schema/field";
import { changedTexts } from "./changed-texts";
import { diffWords, shortened } from "./word-diff";

const marked = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `[+${text}]` : `[-${text}]`))
    .join("");

it.each([
  ["We open at nine.", "We open at ten.", "We open at [-nine][+ten]."],
  ["open", "we open", "[+we ]open"],
  ["one two three", "one three", "one [-two ]three"],
  ["same", "same", "same"],
  ["", "all new", "[+all new]"],
  ["Größe 38", "Größe 40", "Größe [-38][+40]"],
])("diffs %j and %j", (before, after, told) => expect(marked(before, after)).toBe(told));

it("shortens long common parts", () => {
  const same = "word ".repeat(100);
  const [first] = shortened(diffWords(`${same}old`, `${same}new`));
  expect(first?.text.length).toBeLessThan(80);
  expect(first?.text).toMatch(/^ … /);
});

it("finds the changed texts of a block", () => {
  const fields = fieldsOf({
    properties: {
      html: { type: "string", title: "Text", format: "richtext", "x-editor": "richtext" },
      align: { enum: ["left", "center"], title: "Alignment" },
    },
  });
  const draft = (html: string, align: string) => ({
    page: { title: align },
    document: {
      version: 1,
      sections: [
        {
          id: "s",
          settings: {},
          rows: [{ id: "r", columns: [{ span: 12, blocks: [{ id: "b", kind: "text", settings: { html, align } }] }] }],
        },
      ],
    },
  });
  const [before, after] = [
    draft("<p>We open at nine.</p><p>Come in</p>", "left"),
    draft("<p>We open at ten.</p><p>Come in</p>", "center"),
  ];
  const change = { change: "changed", id: "b", subject: "block", kind: "text" } as const;
  expect(changedTexts(change, before, after, () => fields)).toEqual([
    { title: "Text", before: "We open at nine.\nCome in", after: "We open at ten.\nCome in" },
  ]);
  const ofTitle = { change: "changed", id: "", subject: "page", kind: "title" } as const;
  expect(changedTexts(ofTitle, before, after, () => fields)).toEqual([{ title: "", before: "left", after: "center" }]);
});
