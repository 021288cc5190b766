import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Settings } from "@/shared/page-document/document";
import { fieldsOf } from "../../schema/field";
import { SchemaFields } from "./schema-fields";

const schema = {
  properties: {
    title: { type: "string", title: "Title", default: "" },
    count: { type: "integer", title: "Count", minimum: 1, maximum: 9, default: 3 },
    dividers: { type: "boolean", title: "Dividers", default: true },
    design: { enum: ["grid", "slider"], title: "Design", default: "grid" },
    gap: { type: "integer", title: "Gap", default: 2, "x-showWhen": { design: ["grid"] } },
    items: {
      type: "array",
      title: "Entries",
      maxItems: 3,
      items: {
        type: "object",
        title: "Entry",
        "x-itemLabel": "name",
        properties: { name: { type: "string", title: "Name", default: "New" } },
      },
    },
  },
};

function Harness({
  start,
  report,
  disabled = false,
}: {
  start: Settings;
  report: (values: Settings, path: string) => void;
  disabled?: boolean;
}) {
  const [values, setValues] = useState(start);
  return (
    <SchemaFields
      fields={fieldsOf(schema)}
      values={values}
      disabled={disabled}
      errors={{ title: "Too long" }}
      onChange={(next, path) => {
        setValues(next);
        report(next, path);
      }}
    />
  );
}

function setUp(start: Settings = {}, disabled = false) {
  const report = vi.fn<(values: Settings, path: string) => void>();
  render(<Harness start={start} report={report} disabled={disabled} />);
  return { report, user: userEvent.setup() };
}

it("shows defaults, reports changes with their path, and shows server errors", async () => {
  const { report, user } = setUp();
  expect(screen.getByLabelText("Count")).toHaveValue("3");
  expect(screen.getByRole("switch", { name: "Dividers" })).toBeChecked();
  expect(screen.getByText("Too long")).toBeVisible();
  await user.type(screen.getByLabelText("Title"), "Hi");
  expect(report).toHaveBeenLastCalledWith({ title: "Hi" }, "title");
});

it("does not report a number out of range", async () => {
  const { report, user } = setUp();
  const count = screen.getByLabelText("Count");
  await user.clear(count);
  await user.type(count, "42");
  expect(screen.getByText("At most 9")).toBeVisible();
  expect(report).toHaveBeenLastCalledWith({ count: 4 }, "count");
});

it("hides settings that do not apply", async () => {
  const { user } = setUp();
  expect(screen.getByLabelText("Gap")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Slider" }));
  expect(screen.queryByLabelText("Gap")).toBeNull();
});

it("adds, reorders, edits and removes entries", async () => {
  const { report, user } = setUp({ items: [{ name: "one" }, { name: "two" }] });
  const names = () => (report.mock.lastCall![0]["items"] as { name: string }[]).map(({ name }) => name);
  await user.click(screen.getByRole("button", { name: "Add entry" }));
  expect(names()).toEqual(["one", "two", "New"]);
  expect(screen.queryByRole("button", { name: "Add entry" })).toBeNull();
  expect(screen.getByLabelText("Name")).toHaveFocus();
  await user.type(screen.getByLabelText("Name"), "er");
  expect(report.mock.lastCall?.[1]).toBe("items.2.name");
  await user.click(screen.getByRole("button", { name: "Move two up" }));
  expect(names()).toEqual(["two", "one", "Newer"]);
  const list = screen.getByRole("list");
  await user.click(within(list).getByRole("button", { name: "Remove one" }));
  expect(names()).toEqual(["two", "Newer"]);
});

it("uses a date input for dates", async () => {
  const report = vi.fn();
  const fields = fieldsOf({ properties: { on: { type: "string", title: "Date", format: "date", default: "" } } });
  render(<SchemaFields fields={fields} values={{ on: "" }} disabled={false} errors={{}} onChange={report} />);
  const date = screen.getByLabelText("Date");
  expect(date).toHaveAttribute("type", "date");
  fireEvent.change(date, { target: { value: "2027-05-31" } });
  expect(report).toHaveBeenCalledExactlyOnceWith({ on: "2027-05-31" }, "on");
});

it("is read-only without the permission", () => {
  setUp({ items: [{ name: "one" }] }, true);
  expect(screen.getByLabelText("Title")).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Add entry" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Remove one" })).toBeNull();
});

it("shows that an emptied text is required, and still reports it", async () => {
  const needed = {
    properties: {
      title: { type: "string", title: "Title", default: "Title" },
      label: { type: "string", title: "Label", minLength: 1, default: "Name" },
      note: { type: "string", title: "Note", default: "" },
    },
    required: ["title"],
  };
  const reported: Settings[] = [];
  function Form() {
    const [values, setValues] = useState<Settings>({});
    const change = (next: Settings) => {
      reported.push(next);
      setValues(next);
    };
    return (
      <SchemaFields
        fields={fieldsOf(needed)}
        values={values}
        disabled={false}
        errors={{ label: "Use at least 1 characters." }}
        onChange={change}
      />
    );
  }
  render(<Form />);
  const user = userEvent.setup();
  const title = screen.getByRole("textbox", { name: /Title/ });
  expect(title).toBeValid();
  await user.clear(title);
  expect(title).toBeInvalid();
  expect(title).toHaveAccessibleDescription("Title is needed.");
  expect(reported.at(-1)).toEqual({ title: "" });
  await user.type(title, "T");
  expect(title).toBeValid();
  const label = screen.getByRole("textbox", { name: /Label/ });
  await user.clear(label);
  expect(label).toHaveAccessibleDescription("Label is needed.");
  expect(screen.getByRole("textbox", { name: "Note" })).toBeValid();
});
