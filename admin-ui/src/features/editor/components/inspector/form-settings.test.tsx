import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import type { Settings } from "@/shared/page-document/document";
import { blockKinds } from "@/testing/block-kinds";
import { fieldsOf, initialValue, tabsOf, type Field } from "../../schema/field";
import { SchemaFields } from "../fields/schema-fields";
import { SettingsTabs } from "./settings-tabs";

const schema = blockKinds.find(({ kind }) => kind === "form")?.settingsSchema;
const settings = fieldsOf(schema);

/** What a field of a form is made of. */
const fieldOfForm = (() => {
  const list = settings.find(({ name }) => name === "fields");
  if (list?.kind !== "list" || list.item.kind !== "group") throw new Error("a form has no fields");
  return list.item;
})();

function Harness({ fields, start }: { fields: Field[]; start: Settings }) {
  const [values, setValues] = useState(start);
  return (
    <SettingsTabs tabs={fields === settings ? tabsOf(schema) : []} fields={fields} errors={{ recipients: "Too many" }}>
      {(shown) => <SchemaFields fields={shown} values={values} onChange={setValues} disabled={false} errors={{}} />}
    </SettingsTabs>
  );
}

/** Labels of the settings of a kind of field, beside its kind and its label. */
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
  [["text", "email", "number", "website"], ["Example", "Help", "Must be filled in"]],
  [["textarea"], ["Example", "Help", "Most letters", "Must be filled in"]],
  [["currency"], ["Currency sign", "Help", "Must be filled in"]],
  [["password", "twitter", "date", "time", "name", "address"], ["Help", "Must be filled in"]],
  [["phone"], ["Ask for the country code", "Help", "Must be filled in"]],
  [["section"], ["Help", "Line below"]],
  [["radio", "checkbox", "select", "likert"], ["Choices", "Help", "Must be filled in"]],
  [["hidden"], ["Key", "Value"]],
])("a field of the kinds %j has its settings and no others", (types, expected) => {
  for (const type of types) expect(settingsOf(type), type).toEqual(expected);
});

// spec: form.settings.tabs
it("divides the settings of a form among five tabs, and marks the one that was refused", async () => {
  const user = userEvent.setup();
  render(<Harness fields={settings} start={{}} />);
  const tabs = screen.getAllByRole("tab");
  expect(tabs.map((tab) => tab.textContent)).toEqual(["Build", "Storage", "Advanced", "Captcha", "Disclaimer"]);
  expect(screen.getByLabelText("Name of the form")).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Storage" }));
  expect(within(screen.getByRole("tabpanel")).getByText("Who is told by e-mail")).toBeVisible();
  expect(screen.queryByLabelText("Name of the form")).toBeNull();
  await user.click(screen.getByRole("tab", { name: "Captcha" }));
  await user.click(screen.getByRole("switch", { name: "Keep programs out" }));
  await user.click(screen.getByRole("tab", { name: "Build" }));
  await user.click(screen.getByRole("tab", { name: "Captcha" }));
  expect(screen.getByRole("switch", { name: "Keep programs out" })).not.toBeChecked();
  // Every setting stands on one of the tabs.
  const named = new Set(tabsOf(schema).map(({ name }) => name));
  expect(settings.filter(({ tab }) => tab === null || !named.has(tab))).toEqual([]);
});

it("gives each new field a key of its own", () => {
  const ids = [1, 2].map(() => (initialValue(fieldOfForm) as Settings)["id"]);
  expect(ids[0]).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
  expect(ids[0]).not.toBe(ids[1]);
});
