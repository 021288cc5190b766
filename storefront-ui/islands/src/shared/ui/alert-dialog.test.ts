import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { change } from "@/testing/act";
import { confirm } from "./alert-dialog";

const question = { title: "Remove it?", text: "It goes for good.", label: "Remove", cancel: "Keep it" };
const button = (name: string) => screen.getByRole("button", { name });

/** Opens the dialog; it is there at once. */
function ask(part: Partial<typeof question> | { cancel: null } = {}): Promise<boolean> {
  let answer = Promise.resolve(false);
  change(() => (answer = confirm({ ...question, ...part })));
  return answer;
}

// spec: ui.confirm.dialog
test("a confirmation has two buttons; an alert cannot be cancelled", async () => {
  const agreed = ask();
  expect(screen.getByRole("alertdialog", { name: "Remove it?", description: "It goes for good." })).toBeInstanceOf(
    HTMLDialogElement,
  );
  expect(document.activeElement).toBe(button("Keep it"));
  await userEvent.click(button("Remove"));
  expect(await agreed).toBe(true);

  const refused = ask();
  await userEvent.click(button("Keep it"));
  expect(await refused).toBe(false);

  const left = ask();
  change(() => screen.getByRole<HTMLDialogElement>("alertdialog").close());
  expect(await left).toBe(false);

  const outside = ask();
  await userEvent.click(screen.getByText(question.text));
  await userEvent.click(screen.getByRole("alertdialog"));
  expect(await outside).toBe(false);

  const forced = ask({ cancel: null });
  expect(within(screen.getByRole("alertdialog")).getAllByRole("button")).toHaveLength(1);
  await userEvent.click(button("Remove"));
  expect(await forced).toBe(true);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("while open, the page neither scrolls nor takes the focus", async () => {
  document.body.innerHTML = "<button>Remove the address</button>";
  const opener = button("Remove the address");
  opener.focus();
  const asked = ask();
  expect(document.documentElement.classList.contains("stoa-scroll-lock")).toBe(true);
  const rects = vi
    .spyOn(Element.prototype, "getClientRects")
    .mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(button("Remove"));
  await userEvent.tab();
  expect(document.activeElement).toBe(button("Keep it"));
  rects.mockRestore();
  await userEvent.click(button("Keep it"));
  expect(await asked).toBe(false);
  expect(document.documentElement.classList.contains("stoa-scroll-lock")).toBe(false);
  expect(document.activeElement).toBe(opener);
});
