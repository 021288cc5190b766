import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { selected } from "../../slice";

const patience = { timeout: 10_000 };

async function openSection() {
  const settings = { tone: "default", width: "normal", padding: "medium" } as const;
  const document = {
    version: 1,
    sections: [{ id: "s", settings, rows: [{ id: "r", columns: [{ span: 12, blocks: [] }] }] }],
  };
  backEnd.pages = backEnd.pages.map((page) => (page.id === "pg-0" ? { ...page, document } : page));
  const user = userEvent.setup();
  const { store } = renderApp("/sites/w-juniper/pages/pg-0/edit");
  const outline = within(await screen.findByRole("navigation", { name: "Outline of the page" }, patience));
  act(() => void store.dispatch(selected("pg-0", { type: "section", id: "s" })));
  const panel = within(await screen.findByRole("complementary", { name: "Settings" }, patience));
  const current = () => store.getState().editor.open?.draft.document.sections[0]?.settings;
  const saved = () => backEnd.pages.find(({ id }) => id === "pg-0")?.document.sections[0]?.settings;
  return { user, panel, outline, current, saved };
}

it("names a section, and sets and removes its background image", async () => {
  const { user, panel, outline, current, saved } = await openSection();
  await user.type(panel.getByRole("textbox", { name: "Name" }), "Kiln");
  expect(await outline.findByText("Kiln", {}, patience)).toBeVisible();
  const picture = backEnd.assets.find(({ kind }) => kind === "picture")!;
  await user.click(panel.getByRole("button", { name: "Choose image" }));
  const picker = await screen.findByRole("dialog", {}, patience);
  await user.click(await within(picker).findByRole("button", { name: new RegExp(picture.filename) }, patience));
  const background = { asset: picture.id, x: 50, y: 50, overlay: 60 };
  await waitFor(() => expect(current()).toMatchObject({ name: "Kiln", background }), patience);
  expect(panel.queryByText("Colors")).toBeNull();
  const darkness = await panel.findByRole("textbox", { name: "Image overlay" }, patience);
  await user.clear(darkness);
  await user.type(darkness, "20");
  expect(panel.getByText("At least 55")).toBeVisible();
  await user.clear(darkness);
  await user.type(darkness, "80");
  await waitFor(
    () => expect(saved()).toMatchObject({ name: "Kiln", background: { ...background, overlay: 80 } }),
    patience,
  );
  await user.click(panel.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(saved()).not.toHaveProperty("background"), patience);
  expect(panel.getByText("Colors")).toBeVisible();
});
