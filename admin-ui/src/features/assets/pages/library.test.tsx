import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { backEnd, problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { arrivedFile, filesNamed, uploadHandlers } from "@/testing/handlers/upload-handlers";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };
const assets = "*/api/v1/websites/*/assets";
const studio = { id: "fld-1", name: "Studio", parentId: null, files: 2 };
let uploads = uploadHandlers();

beforeEach(() => {
  uploads = uploadHandlers();
  server.use(...uploads.handlers);
});

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

async function openLibrary() {
  const user = userEvent.setup({ applyAccept: false });
  const app = renderApp("/sites/w-juniper/assets");
  await screen.findByRole("button", { name: /^mug-oat/ }, patience);
  return { user, ...app };
}

it("uploads dropped and pasted files, and asks for alt texts", async () => {
  const { user } = await openLibrary();
  fireEvent.drop(screen.getByLabelText("Search files"), {
    dataTransfer: { types: ["Files"], files: filesNamed("kiln.jpg") },
  });
  const question = await screen.findByLabelText("What does kiln.jpg show?", {}, patience);
  fireEvent.paste(document.body, { clipboardData: { files: filesNamed("notes.pdf") } });
  expect(await screen.findByText("notes.pdf was added.", {}, patience)).toBeVisible();
  await write(user, question, "A kiln");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByLabelText("What does kiln.jpg show?")).toBeNull(), patience);
  expect(backEnd.assets.find(({ filename }) => filename === "kiln.jpg")?.altText).toBe("A kiln");
});

it("shows an import from a URL while it runs, and asks for the alt text", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked: unknown[] = [];
  server.use(
    http.post(`${assets}/fetch`, async ({ request }) => {
      asked.push(await request.json());
      await held;
      return HttpResponse.json(arrivedFile("fetched", "vase.jpg"), { status: 201 });
    }),
  );
  const { user } = await openLibrary();
  await user.click(screen.getByRole("button", { name: "From a URL" }));
  await write(user, await screen.findByLabelText("URL"), "https://a.example/vase.jpg");
  await user.click(screen.getByRole("button", { name: "Add" }));
  const list = within(await screen.findByRole("list", { name: "Uploads" }, patience));
  expect(list.getByText("https://a.example/vase.jpg")).toBeInTheDocument();
  expect(await list.findByText("Copying", {}, patience)).toBeInTheDocument();
  expect(list.getByRole("progressbar")).not.toHaveAttribute("aria-valuenow");
  release();
  expect(await screen.findByLabelText("What does vase.jpg show?", {}, patience)).toBeVisible();
  expect(screen.getByText("vase.jpg was added.")).toBeVisible();
  expect(asked).toEqual([{ url: "https://a.example/vase.jpg", folderId: null }]);
});

it("shows why an import failed, and retries it", async () => {
  const message = "This address does not lead to a file.";
  server.use(http.post(`${assets}/fetch`, () => HttpResponse.json(problem(409, "conflict", message), { status: 409 })));
  const { user } = await openLibrary();
  await user.click(screen.getByRole("button", { name: "From a URL" }));
  await user.type(await screen.findByLabelText("URL"), "https://a.example/none{Enter}");
  expect(await screen.findByText(message, {}, patience)).toBeVisible();
  server.use(
    http.post(`${assets}/fetch`, () => HttpResponse.json(arrivedFile("fetched", "talk.mp3"), { status: 201 })),
  );
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("talk.mp3 was added.", {}, patience)).toBeVisible();
});

it("filters by folder and by no folder, and moves several files", async () => {
  const asked: URLSearchParams[] = [];
  const moved: unknown[] = [];
  server.use(
    http.get("*/asset-folders", () => HttpResponse.json({ folders: [studio], withoutDescription: 0 })),
    http.get(assets, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ assets: backEnd.assets.slice(0, 3), hasNextPage: false });
    }),
    http.post(`${assets}/move`, async ({ request }) => {
      moved.push(await request.json());
      return HttpResponse.json({ moved: 2 });
    }),
  );
  const { user } = await openLibrary();
  await user.click(screen.getByRole("combobox", { name: "Folder" }));
  await user.click(await screen.findByRole("option", { name: "Studio (2)" }));
  await waitFor(() => expect(asked.at(-1)?.get("folderId")).toBe("fld-1"), patience);
  await user.click(screen.getByRole("combobox", { name: "Folder" }));
  await user.click(await screen.findByRole("option", { name: "In no folder" }));
  await waitFor(() => expect(asked.at(-1)?.get("noFolder")).toBe("true"), patience);
  await user.click(await screen.findByRole("checkbox", { name: "Select mug-oat.webp" }, patience));
  await user.click(screen.getByRole("checkbox", { name: "Select tea.webp" }));
  const several = within(screen.getByRole("group", { name: "Selected files" }));
  expect(several.getByText("2 files selected")).toBeVisible();
  await user.click(several.getByRole("combobox", { name: "Move to" }));
  await user.click(await screen.findByRole("option", { name: "Studio" }));
  await waitFor(() => expect(moved).toEqual([{ assetIds: ["a-0", "a-2"], folderId: "fld-1" }]), patience);
  await waitFor(() => expect(screen.queryByRole("group", { name: "Selected files" })).toBeNull(), patience);
});

it("deletes several files, and names those in use", async () => {
  const reason = "The file tea.webp is in use.";
  server.use(
    http.delete(`${assets}/:assetId`, ({ params }) =>
      params["assetId"] === "a-2"
        ? HttpResponse.json(problem(409, "conflict", reason), { status: 409 })
        : new HttpResponse(null, { status: 204 }),
    ),
  );
  const { user } = await openLibrary();
  await user.click(screen.getByRole("checkbox", { name: "Select mug-oat.webp" }));
  await user.click(screen.getByRole("checkbox", { name: "Select tea.webp" }));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText(reason, {}, patience)).toBeVisible();
  expect(screen.getByText("1 file selected")).toBeVisible();
});

it("shows that folders could not be loaded", async () => {
  server.use(
    http.get("*/asset-folders", () => HttpResponse.json(problem(503, "unavailable", "Busy."), { status: 503 })),
  );
  const { user } = await openLibrary();
  expect(await screen.findByText(/The folders could not be loaded/, {}, patience)).toBeVisible();
  server.use(http.get("*/asset-folders", () => HttpResponse.json({ folders: [studio], withoutDescription: 0 })));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/The folders could not be loaded/)).toBeNull(), patience);
});

it("links to the uses of a file, copies its URL and replaces it", async () => {
  const uses = [
    { kind: "product", id: "p-0", title: "Hearth mug", collectionId: "col-shop" },
    { kind: "page", id: "pg-0", title: "Home", collectionId: null },
    { kind: "film", id: "a-9", title: "glazing.mp4", collectionId: null },
  ];
  server.use(http.get(`${assets}/:assetId/uses`, () => HttpResponse.json({ uses })));
  const { user } = await openLibrary();
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(screen.getByRole("button", { name: /^mug-oat/ }));
  const dialog = within(await screen.findByRole("dialog", {}, patience));
  const link = await dialog.findByRole("link", { name: "Hearth mug" }, patience);
  expect(link).toHaveAttribute("href", "/sites/w-juniper/products/col-shop/p-0");
  expect(dialog.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/sites/w-juniper/pages/pg-0/edit");
  expect(dialog.queryByRole("link", { name: "glazing.mp4" })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Copy address" }));
  expect(copied).toHaveBeenCalledWith(expect.stringMatching(/^https?:\/\/.+\/assets\/a-0\/picture-0\.webp$/));
  await user.upload(dialog.getByLabelText("Replacement file"), filesNamed("better.jpg"));
  expect(await screen.findByText("Replaced everywhere it is used", {}, patience)).toBeVisible();
  expect(uploads.begun[0]).toMatchObject({ filename: "better.jpg", replacesAssetId: "a-0" });
});

it("shows another user's changes to a file on a conflict, and overwrites them only after that", async () => {
  const seen: (string | null)[] = [];
  const theirs = { altText: "Their words", standing: "st-theirs" };
  server.use(
    http.put(`${assets}/:assetId`, async ({ request }) => {
      seen.push(request.headers.get("If-Match"));
      const [first] = backEnd.assets;
      if (request.headers.get("If-Match") !== `"${first!.standing}"`) {
        return HttpResponse.json(problem(412, "revision-stale", "Someone has saved a newer version."), { status: 412 });
      }
      const change = (await request.json()) as { altText: string };
      backEnd.assets[0] = { ...first!, ...change, standing: "st-mine" };
      return HttpResponse.json(backEnd.assets[0]);
    }),
  );
  const { user } = await openLibrary();
  await user.click(screen.getByRole("button", { name: /^mug-oat/ }));
  const dialog = within(await screen.findByRole("dialog", {}, patience));
  await write(user, await dialog.findByLabelText("Description", {}, patience), "My words");
  backEnd.assets[0] = { ...backEnd.assets[0]!, ...theirs };
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(
    await dialog.findByText(/Someone else has changed this file in the meantime.*Their words/, {}, patience),
  ).toBeVisible();
  expect(dialog.getByLabelText("Description")).toHaveValue("My words");
  expect(backEnd.assets[0]?.altText).toBe("Their words");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved", {}, patience)).toBeVisible();
  expect(backEnd.assets[0]?.altText).toBe("My words");
  expect(seen).toEqual(['"st-0"', '"st-theirs"']);
});
