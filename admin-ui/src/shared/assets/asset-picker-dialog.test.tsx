import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { filesNamed, uploadHandlers } from "@/testing/handlers/upload-handlers";

const patience = { timeout: 10_000 };

afterEach(() => {
  localStorage.clear();
});

async function openProductPictures() {
  const user = userEvent.setup({ applyAccept: false });
  renderApp("/sites/w-juniper/products/col-shop/p-0");
  const before = (await screen.findAllByRole("button", { name: /^Remove image/ }, patience)).length;
  await user.click(screen.getByRole("button", { name: "Add images" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Choose images" }, patience));
  return { user, dialog, before };
}

const pictures = () => screen.getAllByRole("button", { name: /^Remove image/, hidden: true }).length;

it("returns all dropped images once they are uploaded", async () => {
  const uploads = uploadHandlers();
  server.use(...uploads.handlers);
  const { user, dialog, before } = await openProductPictures();
  const files = filesNamed("one.jpg", "two.jpg", "three.jpg", "four.jpg", "five.jpg");
  fireEvent.drop(dialog.getByLabelText("Search files"), { dataTransfer: { types: ["Files"], files } });
  await waitFor(() => expect(dialog.getByRole("button", { name: "Add 5" })).toBeEnabled(), patience);
  expect(dialog.getByText("5 files were added.")).toBeVisible();
  expect(pictures()).toBe(before);
  await user.type(dialog.getByLabelText("What does one.jpg show?"), "A mug");
  await user.click(dialog.getAllByRole("button", { name: "Save" })[0]!);
  await waitFor(() => expect(dialog.queryByLabelText("What does one.jpg show?")).toBeNull(), patience);
  await user.click(dialog.getByRole("button", { name: "Add 5" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), patience);
  expect(pictures()).toBe(before + 5);
  expect(screen.getByRole("img", { name: "A mug" })).toBeVisible();
});

it("ignores uploads that complete after Cancel", async () => {
  let release = () => {};
  const uploads = uploadHandlers(new Promise((resolve) => (release = resolve)));
  server.use(...uploads.handlers);
  const { user, dialog, before } = await openProductPictures();
  await user.upload(dialog.getByLabelText("Files to upload"), filesNamed("one.jpg", "two.jpg"));
  await waitFor(() => expect(uploads.begun).toHaveLength(1), patience);
  await waitFor(() => expect(dialog.getByText(/% of/)).toBeVisible(), patience);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), patience);
  await waitFor(() => expect(uploads.canceled).toEqual(["upl-0"]), patience);
  release();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([uploads.begun.length, uploads.finished]).toEqual([1, []]);
  expect(pictures()).toBe(before);
});
