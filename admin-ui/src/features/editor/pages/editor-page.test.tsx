import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { makeSteps } from "@/testing/page-log";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };
const homePage = () => backEnd.pages.find(({ id }) => id === "pg-0")!;

async function openEditor(id = "pg-0") {
  const user = userEvent.setup();
  const app = renderApp(`/sites/w-juniper/pages/${id}/edit`);
  await screen.findByLabelText("Title", {}, patience);
  return { user, ...app };
}

it("autosaves the draft and publishes it", async () => {
  const { user } = await openEditor();
  await user.type(screen.getByLabelText("Title"), "!");
  await waitFor(() => expect(homePage().title).toBe("Home!"), patience);
  expect(homePage()).toMatchObject({ revision: 4, hasUnpublishedChanges: true });
  await user.click(await screen.findByRole("button", { name: "Publish" }));
  expect(await screen.findByText(/Published\. Visitors/, {}, patience)).toBeVisible();
  expect(homePage().hasUnpublishedChanges).toBe(false);
});

it("can be published while only settings outside the draft are unpublished", async () => {
  Object.assign(homePage(), { publishedRevision: homePage().revision, hasUnpublishedChanges: true });
  const { user } = await openEditor();
  expect(await screen.findByText("Draft saved", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText(/Published\. Visitors/, {}, patience)).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Publish" })).toBeDisabled(), patience);
  expect(screen.queryByText("Draft saved")).toBeNull();
});

it("merges remote changes with local ones", async () => {
  const { user, store } = await openEditor();
  const theirs = {
    number: 1,
    kind: "edit" as const,
    operations: [{ op: "setPage", path: ["seoTitle"], before: homePage().seoTitle, value: "Theirs" }],
  };
  await makeSteps(homePage(), { base: homePage().revision, client: "someone", steps: [theirs] });
  await user.type(screen.getByLabelText("Title"), "!");
  await waitFor(() => expect(homePage()).toMatchObject({ title: "Home!", seoTitle: "Theirs" }), patience);
  await waitFor(() => expect(screen.getByLabelText("SEO title")).toHaveValue("Theirs"), patience);
  expect(store.getState().editor.open?.draft.title).toBe("Home!");
});

it("saves unsent edits of one page without affecting the page open by then", async () => {
  const other = backEnd.pages.find(({ id }) => id === "pg-1")!;
  server.use(http.post("*/pages/pg-0/operations", () => HttpResponse.error()));
  const { user, store, router } = await openEditor();
  await user.type(screen.getByLabelText("Title"), "!");
  await screen.findByText(/Offline/, {}, patience);
  act(() => void router.navigate(`/sites/w-juniper/pages/${other.id}/edit`));
  await user.click(await screen.findByRole("button", { name: "Leave" }, patience));
  await waitFor(() => expect(screen.getByLabelText("Title")).toHaveValue(other.title), patience);
  server.resetHandlers();
  await waitFor(() => expect(homePage().title).toBe("Home!"), patience);
  expect(store.getState().editor.open).toMatchObject({
    pageId: other.id,
    unsaved: false,
    draft: { title: other.title },
  });
  expect(screen.getByLabelText("Title")).toHaveValue(other.title);
  await user.type(screen.getByLabelText("Title"), "?");
  await waitFor(
    () =>
      expect(backEnd.pages.find(({ id }) => id === other.id)).toMatchObject({
        title: `${other.title}?`,
        document: other.document,
      }),
    patience,
  );
});

it("asks before leaving while the network drops requests", async () => {
  server.use(
    http.post("*/pages/pg-0/operations", async () => {
      await delay("infinite");
      return HttpResponse.error();
    }),
  );
  const { user, router } = await openEditor();
  await user.type(screen.getByLabelText("Title"), "!");
  act(() => void router.navigate("/sites/w-juniper/pages"));
  const stay = await screen.findByRole("button", { name: "Stay" }, patience);
  server.resetHandlers();
  await user.click(stay);
  expect(router.state.location.pathname).toBe("/sites/w-juniper/pages/pg-0/edit");
  expect(screen.getByLabelText("Title")).toHaveValue("Home!");
});

it("keeps the title while the field is blank", async () => {
  const { user } = await openEditor();
  await user.clear(screen.getByLabelText("Title"));
  await user.type(screen.getByLabelText("SEO title"), "x");
  await waitFor(() => expect(homePage().seoTitle).toMatch(/x$/), patience);
  expect(homePage().title).toBe("Home");
  expect(screen.getByLabelText("Title")).toHaveValue("");
});

it("shows a template error at its block, with its location", async () => {
  backEnd.failPreview = true;
  const { user } = await openEditor();
  await user.click(await screen.findByRole("button", { name: /^Text/ }, patience));
  expect(await screen.findByText("Line 3, column 14", {}, patience)).toBeVisible();
});

describe("empty page", () => {
  async function addBlock() {
    // A page of its own: unsaved steps at the end would be sent to the next test's page.
    backEnd.pages = [
      ...backEnd.pages,
      { ...homePage(), id: "pg-empty", document: { ...homePage().document, sections: [] } },
    ];
    const { user, store } = await openEditor("pg-empty");
    await user.click(await screen.findByRole("button", { name: "Add a block" }, patience));
    const dialog = within(await screen.findByRole("dialog", {}, patience));
    return { user, dialog, sections: () => store.getState().editor.open?.draft.document.sections ?? [] };
  }

  it("stays empty when the block dialog is cancelled", async () => {
    const { user, dialog, sections } = await addBlock();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(sections()).toHaveLength(0);
  });

  it("gets a section together with its first block", async () => {
    const { user, dialog, sections } = await addBlock();
    await user.click((await dialog.findAllByRole("button", { name: /^Text/ }, patience))[0]!);
    expect(sections().map(({ rows }) => rows[0]?.columns[0]?.blocks.map(({ kind }) => kind))).toEqual([["text"]]);
  });
});

it("undoes by keyboard, also after browser autofill", async () => {
  const { user, store } = await openEditor();
  const failed = vi.fn((event: ErrorEvent) => event.preventDefault());
  window.addEventListener("error", failed);
  fireEvent(screen.getByLabelText("Title"), new Event("keydown", { bubbles: true, cancelable: true }));
  window.removeEventListener("error", failed);
  expect(failed).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Add section" }));
  expect(store.getState().editor.open?.draft.document.sections).toHaveLength(4);
  act(() => screen.getByRole("button", { name: "Add section" }).focus());
  await user.keyboard("{Control>}z{/Control}");
  expect(store.getState().editor.open?.draft.document.sections).toHaveLength(3);
});

// spec: enum.device-views
it("shows the page at three device widths", async () => {
  const { user } = await openEditor();
  const chosen = () =>
    ["Desktop", "Tablet", "Phone"].filter((device) =>
      screen.queryByRole("button", { name: `${device} width`, pressed: true }),
    );
  expect(chosen()).toEqual(["Desktop"]);
  for (const device of ["Tablet", "Phone", "Desktop"]) {
    await user.click(screen.getByRole("button", { name: `${device} width` }));
    expect(chosen()).toEqual([device]);
  }
});
