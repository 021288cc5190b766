import { render } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import type { Settings } from "@/shared/page-document/document";
import { blockKinds } from "@/testing/block-kinds";
import { fieldsOf, initialValue, tabsOf, type Field } from "../../schema/field";
import { SchemaFields } from "../fields/schema-fields";

const schema = blockKinds.find(({ kind }) => kind === "form")?.settingsSchema;
const settings = fieldsOf(schema);

/** Schema of a form field. */
const fieldOfForm = (() => {
  const list = settings.find(({ name }) => name === "fields");
  if (list?.kind !== "list" || list.item.kind !== "group") throw new Error("a form has no fields");
  return list.item;
})();

function Harness({ fields, start }: { fields: Field[]; start: Settings }) {
  const [values, setValues] = useState(start);
  return <SchemaFields fields={fields} values={values} onChange={setValues} disabled={false} errors={{}} />;
}

/** Labels of a field type's settings, other than type and label. */
function settingsOf(type: string): string[] {
  const { container, unmount } = render(<Harness fields={fieldOfForm.fields} start={{ type }} />);
  const labels = [...container.querySelectorAll("label, [role=group] > label, legend")].map((label) =>
    (label.textContent ?? "").replace(/\s*\*$/, ""),
  );
  unmount();
  return [...new Set(labels)].filter((label) => label !== "Kind" && label !== "Label").sort();
}

// spec: form.field-type.text-like, form.field-type.currency, form.field-type.plain-required, form.field-type.phone
// spec: form.field-type.section, form.field-type.choices, form.field-type.hidden
it.each([
  [
    ["text", "email", "number", "website"],
    ["Help", "Placeholder", "Required"],
  ],
  [["textarea"], ["Help", "Maximum characters", "Placeholder", "Required"]],
  [["currency"], ["Currency symbol", "Help", "Required"]],
  [
    ["password", "twitter", "date", "time", "name", "address"],
    ["Help", "Required"],
  ],
  [["phone"], ["Ask for the country code", "Help", "Required"]],
  [["section"], ["Divider below", "Help"]],
  [
    ["radio", "checkbox", "select", "likert"],
    ["Choices", "Help", "Required"],
  ],
  [["hidden"], ["Key", "Value"]],
  [
    ["file"],
    ["Audio", "Documents", "Help", "Images", "Maximum file size (MB)", "Maximum number of files", "Required", "Videos"],
  ],
])("a field of the types %j has exactly its settings", (types, expected) => {
  for (const type of types) expect(settingsOf(type), type).toEqual(expected);
});

it("puts every form setting on a tab", () => {
  const named = new Set(tabsOf(schema).map(({ name }) => name));
  expect(settings.filter(({ tab }) => tab === null || !named.has(tab))).toEqual([]);
});

it("gives each new field a unique key", () => {
  const ids = [1, 2].map(() => (initialValue(fieldOfForm) as Settings)["id"]);
  expect(ids[0]).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
  expect(ids[0]).not.toBe(ids[1]);
});
