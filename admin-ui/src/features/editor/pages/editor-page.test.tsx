import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };
const homePage = () => backEnd.pages.find(({ id }) => id === "pg-0")!;

async function openEditor() {
  const user = userEvent.setup();
  const app = renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByLabelText("Title", {}, patience);
  return { user, ...app };
}

it("saves the draft by itself, and publishes it", async () => {
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Title"), "!");
  await waitFor(() => expect(homePage().title).toBe("Home!"), patience);
  expect(homePage()).toMatchObject({ revision: 4, hasUnpublishedChanges: true });
  await user.click(await screen.findByRole("button", { name: "Publish" }));
  expect(await screen.findByText(/Published\. Visitors/, {}, patience)).toBeVisible();
  expect(homePage().hasUnpublishedChanges).toBe(false);
});

it("stops at somebody else's version, and lets one's own replace it", async () => {
  const { user } = await openEditor();
  const theirs = { title: "Theirs", revision: 9 };
  backEnd.pages = backEnd.pages.map((page) => (page.id === "pg-0" ? { ...page, ...theirs } : page));
  await user.type(screen.getByLabelText("Title"), "!");
  expect(await screen.findByText(/Somebody else has saved this page/, {}, patience)).toBeVisible();
  expect(homePage().title).toBe("Theirs");
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  await waitFor(() => expect(homePage()).toMatchObject({ title: "Home!", revision: 10 }), patience);
});

it("takes over somebody else's version when asked to", async () => {
  const { user } = await openEditor();
  backEnd.pages = backEnd.pages.map((page) => (page.id === "pg-0" ? { ...page, title: "Theirs", revision: 9 } : page));
  await user.type(screen.getByLabelText("Title"), "!");
  await user.click(await screen.findByRole("button", { name: "Take theirs" }, patience));
  await waitFor(() => expect(screen.getByLabelText("Title")).toHaveValue("Theirs"), patience);
});

it("shows a template error beside its block, with its place", async () => {
  backEnd.failPreview = true;
  const { user } = await openEditor();
  await user.click(await screen.findByRole("button", { name: /^Text/ }, patience));
  expect(await screen.findByText("Line 3, column 14", {}, patience)).toBeVisible();
});

it("undoes by keyboard", async () => {
  const { user, store } = await openEditor();
  await user.click(screen.getByRole("button", { name: "Add section" }));
  expect(store.getState().editor.open?.history.present.document.sections).toHaveLength(4);
  act(() => screen.getByRole("button", { name: "Add section" }).focus());
  await user.keyboard("{Control>}z{/Control}");
  expect(store.getState().editor.open?.history.present.document.sections).toHaveLength(3);
});
