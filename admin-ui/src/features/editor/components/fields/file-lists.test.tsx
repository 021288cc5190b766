import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { PageDocument } from "@/shared/page-document/document";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { arrivedFile, filesNamed, uploadHandlers } from "@/testing/handlers/upload-handlers";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };
let pagesOpened = 0;

beforeEach(() => {
  server.use(...uploadHandlers().handlers);
});

afterEach(() => {
  localStorage.clear();
});

async function openBlock(kind: string, name: string, settings: Record<string, unknown>) {
  const look = { tone: "default", width: "normal", padding: "medium" } as const;
  const block = { id: "block", kind, settings };
  const document: PageDocument = {
    version: 1,
    sections: [{ id: "s", settings: look, rows: [{ id: "r", columns: [{ span: 12, blocks: [block] }] }] }],
  };
  const id = `pg-files-${(pagesOpened += 1)}`;
  backEnd.pages = backEnd.pages.map((page) => (page.id === "pg-0" ? { ...page, id, document } : page));
  const user = userEvent.setup({ applyAccept: false });
  const { store } = renderApp(`/sites/w-juniper/pages/${id}/edit`);
  const outline = within(await screen.findByRole("navigation", { name: "Outline of the page" }, patience));
  await user.click(await outline.findByText(name, {}, patience));
  const panel = within(await screen.findByRole("complementary", { name: "Settings" }, patience));
  const current = () =>
    store.getState().editor.open?.draft.document.sections[0]?.rows[0]?.columns[0]?.blocks[0]?.settings;
  return { user, panel, current };
}

it("adds several images to a gallery, reorders and describes them", async () => {
  const { user, panel, current } = await openBlock("gallery", "Gallery", { assets: ["a-0"] });
  await user.click(panel.getByRole("button", { name: "Add images or videos" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Choose images or videos" }, patience));
  await user.click(await dialog.findByRole("button", { name: /^bowl/ }, patience));
  await user.click(dialog.getByRole("button", { name: /^tea/ }));
  await user.click(dialog.getByRole("button", { name: "Add 2" }));
  await waitFor(() => expect(current()?.["assets"]).toEqual(["a-0", "a-1", "a-2"]), patience);

  const entries = await panel.findAllByRole("listitem", {}, patience);
  const held = new Map<string, string>();
  const dataTransfer = {
    get types() {
      return [...held.keys()];
    },
    setData: (type: string, text: string) => held.set(type, text),
    getData: (type: string) => held.get(type) ?? "",
  };
  const handle = entries[2]?.querySelector("[draggable=true]");
  if (handle == null || entries[0] === undefined) throw new Error("nothing to drag");
  fireEvent.dragStart(handle, { dataTransfer });
  const drop = createEvent.drop(entries[0], { dataTransfer });
  Object.defineProperty(drop, "clientY", { value: -1 });
  fireEvent(entries[0], drop);
  await waitFor(() => expect(current()?.["assets"]).toEqual(["a-2", "a-0", "a-1"]), patience);

  await user.click(await panel.findByRole("button", { name: "Describe tea.webp" }, patience));
  const describing = within(await screen.findByRole("dialog", { name: "Describe the image" }, patience));
  await write(user, describing.getByLabelText("Description"), "A bowl of tea");
  await user.type(describing.getByLabelText("Title"), "Tea");
  await user.click(describing.getByRole("button", { name: "Save" }));
  await waitFor(
    () =>
      expect(backEnd.assets.find(({ id }) => id === "a-2")).toMatchObject({ altText: "A bowl of tea", title: "Tea" }),
    patience,
  );
});

it("creates tracks from dropped recordings, and names files of the wrong kind", async () => {
  const tracks = Array.from({ length: 59 }, (_, index) => ({ title: `Track ${String(index)}`, url: "/files/a.mp3" }));
  const { user, panel, current } = await openBlock("album", "Album", { tracks });
  const list = panel.getByRole("group", { name: "Tracks" });
  fireEvent.drop(within(list).getByRole("list"), {
    dataTransfer: { types: ["Files"], files: filesNamed("ember.mp3", "ash.mp3") },
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Choose audio files" }, patience));
  expect(await dialog.findByText(/You can add one more here\. One is not added/, {}, patience)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Add 1" }));
  await waitFor(() => expect(current()?.["tracks"]).toHaveLength(60), patience);
  const last = (current()!["tracks"] as Record<string, unknown>[]).at(-1);
  expect(last).toMatchObject({ title: "ember", file: "new-upl-0" });
});

it("chooses a video from the media library, or takes a URL", async () => {
  backEnd.assets = [arrivedFile("film", "glazing.mp4"), ...backEnd.assets];
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/v1/websites/*/assets", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("kind"));
      return HttpResponse.json({ assets: backEnd.assets, hasNextPage: false });
    }),
  );
  const { user, panel, current } = await openBlock("video", "Video", {});
  await user.click(
    within(panel.getByRole("group", { name: "File from the media library" })).getByRole("button", { name: "Choose" }),
  );
  await user.click(
    await within(await screen.findByRole("dialog", { name: "Choose a video" }, patience)).findByRole(
      "button",
      { name: "glazing.mp4" },
      patience,
    ),
  );
  await waitFor(() => expect(current()).toMatchObject({ file: "film" }), patience);
  await user.click(await panel.findByRole("button", { name: "Choose a file: Address" }, patience));
  await user.click(
    await within(await screen.findByRole("dialog", { name: "Choose a file" }, patience)).findByRole(
      "button",
      { name: "glazing.mp4" },
      patience,
    ),
  );
  await waitFor(() => expect(current()).toMatchObject({ url: "/assets/film/glazing.mp4" }), patience);
  expect(asked).toEqual(["video", null]);
});

it("links text to a file of the media library", async () => {
  backEnd.assets = [arrivedFile("list", "prices.pdf"), ...backEnd.assets];
  const { user, panel } = await openBlock("text", "Text", {});
  await user.click(await panel.findByRole("button", { name: "Link" }, patience));
  const link = within(await screen.findByRole("dialog", { name: "Link" }, patience));
  await user.click(link.getByRole("button", { name: "Choose a file" }));
  await user.click(
    await within(await screen.findByRole("dialog", { name: "Choose a file" }, patience)).findByRole(
      "button",
      { name: "prices.pdf" },
      patience,
    ),
  );
  expect(await link.findByDisplayValue("/assets/list/prices.pdf", {}, patience)).toBeVisible();
  expect(link.queryByText("No page of the site has this address.")).toBeNull();
  await waitFor(() => expect(link.getByRole("button", { name: "Apply" })).toBeEnabled(), patience);
});

it("asks for the alt text of an uploaded image first, and stays open after several", async () => {
  const { user, panel, current } = await openBlock("image", "Image", {});
  await user.click(await panel.findByRole("button", { name: "Choose" }, patience));
  const first = within(await screen.findByRole("dialog", { name: "Choose an image" }, patience));
  await user.upload(first.getByLabelText("Files to upload"), filesNamed("kiln.jpg"));
  expect(await first.findByLabelText("What does kiln.jpg show?", {}, patience)).toBeVisible();
  expect(current()).not.toMatchObject({ asset: "new-upl-0" });
  await user.click(first.getByRole("button", { name: "Later" }));
  await waitFor(() => expect(current()).toMatchObject({ asset: "new-upl-0" }), patience);

  await user.click(await panel.findByRole("button", { name: "Replace" }, patience));
  const second = within(await screen.findByRole("dialog", { name: "Choose an image" }, patience));
  await user.upload(second.getByLabelText("Files to upload"), filesNamed("one.jpg", "two.jpg"));
  await waitFor(() => expect(second.getByText("2 files were added.")).toBeVisible(), patience);
  expect(current()).toMatchObject({ asset: "new-upl-0" });
  await user.click(await second.findByRole("button", { name: "Use two.jpg" }, patience));
  await waitFor(() => expect(current()).toMatchObject({ asset: "new-upl-2" }), patience);
});
