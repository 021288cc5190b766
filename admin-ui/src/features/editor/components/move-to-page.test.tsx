import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { makeSteps, toldSince } from "@/testing/page-log";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { blocksOf, documentIn } from "@/shared/page-document/document";
import { changeBlockSettings } from "../document/operations";
import { draftChanged, selected } from "../slice";

const patience = { timeout: 10_000 };
const settings = { tone: "default", width: "normal", padding: "medium" } as const;
const text = (id: string) => ({ id, kind: "text", settings: { html: id } });
const pageOf = (id: string) => {
  const page = backEnd.pages.find((candidate) => candidate.id === id);
  if (page === undefined) throw new Error("there is no such page");
  return page;
};
const textsOn = (id: string) => blocksOf(documentIn(pageOf(id).document)!).map(({ settings }) => settings["html"]);

/** Opens the dialog that moves the selected block to another, empty page. */
async function opened() {
  const document = {
    version: 1,
    sections: [
      { id: "s", settings, rows: [{ id: "r", columns: [{ span: 12, blocks: [text("moving"), text("staying")] }] }] },
    ],
  };
  const empty = { version: 1, sections: [] };
  backEnd.pages = backEnd.pages.map((page) =>
    page.id === "pg-0" ? { ...page, document } : page.id === "pg-1" ? { ...page, document: empty } : page,
  );
  const user = userEvent.setup();
  const { store } = renderApp("/sites/w-juniper/pages/pg-0/edit");
  await screen.findByRole("navigation", { name: "Outline of the page" }, patience);
  act(() => void store.dispatch(selected("pg-0", { type: "block", id: "moving" })));
  const open = async () => {
    await user.click(await screen.findByRole("button", { name: "Move block to another page" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Move to another page" }, patience));
    await user.click(await dialog.findByRole("combobox", { name: "Page" }));
    await user.click(await screen.findByRole("option", { name: pageOf("pg-1").title }));
    return dialog;
  };
  return { user, store, open };
}

it("moves a block once, also on a retry after a lost response", async () => {
  const { user, store, open } = await opened();
  const lost = http.post<never, Parameters<typeof makeSteps>[1]>(
    "*/pages/pg-1/operations",
    async ({ request }) => {
      await makeSteps(pageOf("pg-1"), await request.json());
      return HttpResponse.error();
    },
    { once: true },
  );
  server.use(lost);
  const dialog = await open();
  await user.click(dialog.getByRole("button", { name: "Move" }));
  await dialog.findByRole("alert", {}, patience);
  expect(textsOn("pg-1")).toEqual(["moving"]);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  // Text typed into it meanwhile is moved as well.
  const { draft } = store.getState().editor.open!;
  act(
    () =>
      void store.dispatch(
        draftChanged("pg-0", {
          ...draft,
          document: changeBlockSettings(draft.document, "moving", { html: "moving on" }),
        }),
      ),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click((await open()).getByRole("button", { name: "Move" }));
  await waitFor(() => expect(textsOn("pg-0")).toEqual(["staying"]), patience);
  expect(textsOn("pg-1")).toEqual(["moving on"]);
});

it.each([
  ["full", /holds at most 60 blocks/],
  ["taken", /stays here/],
  ["invalid", /stays here/],
  ["gone", /stays here/],
])("keeps a block if the other page refuses it: %s", async (kind, message) => {
  server.use(
    http.post<never, Parameters<typeof makeSteps>[1]>("*/pages/pg-1/operations", async ({ request }) => {
      const body = await request.json();
      const { seq, ...told } = toldSince(pageOf("pg-1"), body.base);
      const [step] = body.steps;
      const { section } = step!.operations[0] as { section: { id: string } };
      const made = {
        seq: seq + 1,
        client: body.client,
        number: 1,
        authorName: "Olive Owner",
        madeOn: 0,
        kind: "edit",
        undoes: null,
        operations: [],
        inverses: [],
      };
      return HttpResponse.json({
        ...told,
        seq: seq + 1,
        draft: null,
        steps: [{ ...made, remarks: [{ kind, id: section.id, path: [] }] }],
      });
    }),
  );
  const { user, open } = await opened();
  const dialog = await open();
  await user.click(dialog.getByRole("button", { name: "Move" }));
  expect(await dialog.findByText(message, {}, patience)).toBeVisible();
  expect(textsOn("pg-0")).toEqual(["moving", "staying"]);
});
