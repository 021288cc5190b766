import { afterEach, expect, it } from "vitest";
import { blockKinds } from "@/testing/block-kinds";
import { fieldsOf } from "../../schema/field";
import { textsIn } from "../../schema/texts";
import { pressedTexts } from "./frame/pressed-text";
import { pressedField, textLocatorOf } from "./pressed-field";

afterEach(() => document.body.replaceChildren());

interface Case {
  kind: string;
  settings: Record<string, unknown>;
  /** HTML of the block. Pressed elements are marked by an id. */
  html: string;
}

function pressedPath({ kind, settings, html }: Case): string | undefined {
  document.body.innerHTML = `<div>${html}</div>`;
  const pressed = pressedTexts(document.querySelector("#pressed")!, document.body.firstElementChild!);
  const fields = fieldsOf(blockKinds.find((one) => one.kind === kind)?.settingsSchema);
  return pressedField(textsIn(fields, settings), pressed)?.text.path;
}

const paragraph = (...texts: string[]) => ({
  type: "paragraph",
  content: texts.map((text) => ({ type: "text", text })),
});
const questions = {
  title: "Questions",
  items: [
    { title: "Is it safe?", html: { type: "doc", content: [paragraph("Yes, ", "always", "."), paragraph("Ask us.")] } },
    { title: "Do you ship?", html: "<p>To Europe.<br>By rail.</p>" },
  ],
};

it.each<[string, Case & { path: string }]>([
  [
    "a text outside lists",
    { kind: "accordion", settings: questions, html: `<h2 id="pressed">Questions</h2>`, path: "title" },
  ],
  [
    "a text of an entry",
    {
      kind: "accordion",
      settings: questions,
      html: `<summary><span id="pressed">Do you ship?</span></summary>`,
      path: "items.1.title",
    },
  ],
  [
    "a word set apart",
    {
      kind: "accordion",
      settings: questions,
      html: `<div><p>Yes, <b id="pressed">always</b>.</p><p>Ask us.</p></div>`,
      path: "items.0.html",
    },
  ],
  [
    "a later paragraph",
    {
      kind: "accordion",
      settings: questions,
      html: `<div><p>Yes, always.</p><p id="pressed">Ask us.</p></div>`,
      path: "items.0.html",
    },
  ],
  [
    "a text of broken lines",
    {
      kind: "accordion",
      settings: questions,
      html: `<p id="pressed">To Europe.<br> By rail.</p>`,
      path: "items.1.html",
    },
  ],
  [
    "a text with another inside",
    {
      kind: "menu",
      settings: { items: [{ name: "Tea", note: "New" }] },
      html: `<li><span id="pressed">Tea <span>New</span></span></li>`,
      path: "items.0.name",
    },
  ],
  [
    "what a remark of the page stands beside",
    {
      kind: "form",
      settings: { fields: [{ type: "email", title: "E-mail" }] },
      html: `<label>E-mail <span id="pressed">(required)</span></label>`,
      path: "fields.0.title",
    },
  ],
  [
    "lines in one setting",
    {
      kind: "pricing-plan",
      settings: { plans: [{ name: "Small", features: "One\nTwo" }] },
      html: `<p id="pressed">One\nTwo</p>`,
      path: "plans.0.features",
    },
  ],
])("finds %s", (_, { path, ...given }) => expect(pressedPath(given)).toBe(path));

const twice = {
  items: [
    { title: "Tea", html: "<p>Hot.</p>" },
    { title: "Coffee", html: "<p>Hot.</p>" },
  ],
};

it("distinguishes equal texts by their order", () => {
  expect(
    pressedPath({ kind: "accordion", settings: twice, html: `<p>Hot.</p><div><p id="pressed">Hot.</p></div>` }),
  ).toBe("items.1.html");
});

it("recognises texts that the page shows several times", () => {
  const settings = { items: [{ text: "New" }, { text: "Sale" }, { text: "New" }] };
  const words = (id: string) => `<ul><li>New</li><li>Sale</li><li id="${id}">New</li></ul>`;
  expect(pressedPath({ kind: "marquee", settings, html: words("copy") + words("pressed") })).toBe("items.2.text");
});

it("prefers a whole text to a part, and a text outside lists to one in a list", () => {
  const settings = { title: "Hot.", items: [{ title: "Tea", html: "<p>Hot.</p><p>Sweet.</p>" }] };
  expect(pressedPath({ kind: "accordion", settings, html: `<p id="pressed">Hot.</p>` })).toBe("title");
  const inside = { title: "Tea", items: [{ title: "Tea", html: "" }] };
  expect(pressedPath({ kind: "accordion", settings: inside, html: `<p id="pressed">Tea</p>` })).toBe("title");
});

it("returns null if the text is ambiguous or unknown", () => {
  expect(pressedPath({ kind: "accordion", settings: twice, html: `<p id="pressed">Hot.</p>` })).toBeUndefined();
  expect(pressedPath({ kind: "accordion", settings: twice, html: `<p id="pressed">Warm.</p>` })).toBeUndefined();
  expect(pressedPath({ kind: "accordion", settings: twice, html: `<p id="pressed"></p>` })).toBeUndefined();
});

it("locates a text on the page, including its index among equal ones", () => {
  const texts = textsIn(fieldsOf(blockKinds.find((one) => one.kind === "accordion")?.settingsSchema), twice);
  const sought = (path: string) => {
    const text = texts.find((one) => one.path === path);
    return text === undefined ? undefined : textLocatorOf(text, texts);
  };
  expect(sought("title")).toEqual([]);
  expect(sought("items.1.html")).toEqual([{ text: "Hot.", nth: 1, of: 2 }]);
});
