import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { change } from "@/testing/act";
import { askAdditionalFields } from "./additional-fields";
import type { AdditionalField } from "./product-data";

const field = (type: string, options: string[] = [], required = false): AdditionalField => ({
  id: type,
  type,
  title: type,
  required,
  options,
});
const fields = [
  field("text"),
  field("textarea"),
  field("select", ["Red", "Blue"]),
  field("radio", ["Small", "Large"], true),
  field("checkbox", ["Paper", "Ribbon"]),
];

function ask(known: string | null): Promise<string | null> {
  let answers = Promise.resolve<string | null>(null);
  change(() => (answers = askAdditionalFields("Mug", fields, known)));
  return answers;
}

const proceed = (): Promise<void> => userEvent.click(screen.getByRole("button", { name: "Continue" }));

test("previous answers are filled in and returned", async () => {
  const known = { text: "Ada", textarea: "Two\nlines", select: "Blue", radio: "Large", checkbox: ["Paper", "Ribbon"] };
  const answers = ask(JSON.stringify(known));
  await proceed();
  expect(JSON.parse((await answers) ?? "")).toEqual(known);
});

test("what is no option any more is not an answer, and a required choice is asked for", async () => {
  const answers = ask('{"select":"Green","radio":"Huge","checkbox":"Ribbon"}');
  await proceed();
  const group = screen.getByRole("group", { name: "radio (required)" });
  expect(group.textContent).toContain("radio is required.");
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Small" }));
  await userEvent.click(screen.getByRole("radio", { name: "Small" }));
  await proceed();
  expect(JSON.parse((await answers) ?? "")).toEqual({
    text: "",
    textarea: "",
    select: "",
    radio: "Small",
    checkbox: ["Ribbon"],
  });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("leaving the dialog is no answer", async () => {
  const answers = ask("not JSON");
  await userEvent.click(screen.getByRole("dialog"));
  expect(await answers).toBeNull();
});
