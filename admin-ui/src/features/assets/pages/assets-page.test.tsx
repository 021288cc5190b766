import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, describe, expect, it } from "vitest";
import { backEnd, problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };
const uploads = "*/api/v1/websites/*/asset-uploads";
const upload = { id: "upl-1", filename: "wheel.mp4", bytes: 4, received: 0, partBytes: 100, expiresOn: 0 };

afterEach(() => {
  localStorage.clear();
});

async function openAssets() {
  const user = userEvent.setup({ applyAccept: false });
  renderApp("/sites/w-juniper/assets");
  await screen.findByRole("heading", { name: "Assets" }, patience);
  return user;
}

async function send(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.upload(screen.getByLabelText("Files to upload"), new File(["abcd"], name));
}

const refused = (code: string, status: number, detail: string) =>
  HttpResponse.json(problem(status, code, detail), { status });

describe("upload failure", () => {
  // spec: editor.message.file-unsupported, editor.message.file-too-large
  it.each([
    ["setup.exe", 400, "The file setup.exe does not appear to be a supported file"],
    ["wheel.mp4", 413, "The file wheel.mp4 is too large. The maximum allowed file size is 20 MB"],
  ])("names the refused file: %s", async (name, status, message) => {
    server.use(http.post(uploads, () => refused("validation-failed", status, message)));
    const user = await openAssets();
    await send(user, name);
    expect(await screen.findByText(message, {}, patience)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
  });

  // spec: editor.label.file-upload
  it("resumes after a lost connection", async () => {
    server.use(
      http.post(uploads, () => HttpResponse.json(upload, { status: 201 })),
      http.patch(`${uploads}/upl-1/parts`, () => HttpResponse.error()),
    );
    const user = await openAssets();
    await send(user, "wheel.mp4");
    expect(await screen.findByText("There was a problem while uploading your file.", {}, patience)).toBeVisible();
    expect(screen.getByRole("button", { name: "Resume" })).toBeVisible();
  });
});

describe("file name", () => {
  async function rename(name: string) {
    const user = await openAssets();
    const first = backEnd.assets[0];
    if (first === undefined) throw new Error("no files");
    await user.click(
      await screen.findByRole("button", { name: new RegExp(first.filename.replace(".", "\\.")) }, patience),
    );
    const dialog = within(await screen.findByRole("dialog", {}, patience));
    const field = await dialog.findByLabelText("File name", {}, patience);
    await user.clear(field);
    if (name !== "") await user.type(field, name);
    await user.click(dialog.getByRole("button", { name: "Save" }));
    return dialog;
  }

  // spec: editor.message.file-name
  it("cannot be blank", async () => {
    const dialog = await rename("");
    expect(await dialog.findByText("Please enter a file name")).toBeVisible();
  });

  // spec: editor.label.file-rename, editor.label.something-wrong
  it("is unchanged when saving fails", async () => {
    server.use(http.put("*/api/v1/websites/*/assets/*", () => new HttpResponse("", { status: 500 })));
    const dialog = await rename("other.jpg");
    expect(await dialog.findByText("There was a problem while renaming your file.", {}, patience)).toBeVisible();
    expect(dialog.getByText("Something went wrong")).toBeVisible();
  });
});

// spec: editor.label.load-results
it("shows that a search failed", async () => {
  const user = await openAssets();
  server.use(http.get("*/api/v1/websites/*/assets", () => HttpResponse.json({}, { status: 503 })));
  await user.type(screen.getByLabelText("Search files"), "wheel");
  expect(await screen.findByText("Unable to load results", {}, patience)).toBeVisible();
});

it("sets title and poster of a video", async () => {
  const film = backEnd.assets[0]!;
  Object.assign(film, {
    kind: "video",
    filename: "glazing.mp4",
    mimeType: "video/mp4",
    mediaType: "video",
    width: 0,
    height: 0,
  });
  const sent: unknown[] = [];
  server.use(
    http.put("*/api/v1/websites/:websiteId/assets/:assetId", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(film);
    }),
  );
  const user = await openAssets();
  await user.click(await screen.findByRole("button", { name: "glazing.mp4" }, patience));
  await user.type(await screen.findByLabelText("Title", {}, patience), "Glazing");
  expect(screen.queryByLabelText("Description")).toBeNull();
  const poster = within(screen.getByRole("group", { name: "Thumbnail" }));
  await user.click(poster.getByRole("button", { name: "Choose an image" }));
  const picker = within(await screen.findByRole("dialog", { name: "Choose an image" }));
  await user.click(await picker.findByRole("button", { name: /^bowl\.webp/ }, patience));
  expect(await poster.findByRole("button", { name: "Replace" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ title: "Glazing", posterId: "a-1" }));
});

describe("storage", () => {
  it("shows the used storage, and warns when it is full", async () => {
    backEnd.storage = {
      plan: null,
      usedBytes: 20_000_000,
      siteBytes: 20_000_000,
      pictureBytes: 20_000_000,
      fileBytes: 300_000_000,
    };
    await openAssets();
    expect(await screen.findByText("20 MB of 20 MB used", {}, patience)).toBeVisible();
    expect(screen.getByText(/Your storage is full/)).toBeVisible();
  });
});
