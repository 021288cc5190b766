import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { sampleAssets } from "@/testing/samples/sample-assets";
import { server } from "@/testing/server";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };
const calls = "*/api/v1/websites/*/assets";

async function openDialog() {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/assets");
  await user.click(await screen.findByRole("button", { name: "Import from SmugMug" }, patience));
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Images from SmugMug" })) };
}

it("imports the selected images of a gallery with their descriptions", async () => {
  const taken: unknown[] = [];
  const mug = (n: number) => ({
    url: `https://p.example/${String(n)}.jpg`,
    thumbnailUrl: `https://p.example/t${String(n)}.jpg`,
    title: n === 2 ? "" : `Mug ${String(n)}`,
  });
  server.use(
    http.post(`${calls}/smugmug/galleries`, () =>
      HttpResponse.json({ galleries: [{ key: "g1", title: "Mugs", pictures: 3 }] }),
    ),
    http.post(`${calls}/smugmug/pictures`, () => HttpResponse.json({ pictures: [mug(1), mug(2), mug(3)] })),
    http.post(`${calls}/fetch`, async ({ request }) => {
      taken.push(await request.json());
      return HttpResponse.json(sampleAssets()[0], { status: 201 });
    }),
  );
  const { user, dialog } = await openDialog();
  expect(dialog.getByRole("button", { name: "Show galleries" })).toBeDisabled();
  await write(user, dialog.getByLabelText("Address of the SmugMug site"), "juniper.smugmug.com");
  await user.click(dialog.getByRole("button", { name: "Show galleries" }));
  await user.click(await dialog.findByRole("combobox", { name: "Gallery" }, patience));
  await user.click(await screen.findByRole("option", { name: "Mugs (3 images)" }));
  await user.click(await dialog.findByRole("checkbox", { name: "Image 2" }, patience));
  await user.click(dialog.getByRole("button", { name: "Add 2 images" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), patience);
  expect(taken).toEqual(
    [1, 3].map((n) => ({ url: `https://p.example/${String(n)}.jpg`, altText: `Mug ${String(n)}`, folderId: null })),
  );
});

it("shows why galleries cannot be listed, and that there are none", async () => {
  const detail = "This server has no key for SmugMug. Its administrator can enter one in the server settings.";
  server.use(
    http.post(`${calls}/smugmug/galleries`, () => HttpResponse.json(problem(409, "conflict", detail), { status: 409 })),
  );
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText("Address of the SmugMug site"), "juniper.smugmug.com{Enter}");
  expect(await dialog.findByText(detail, {}, patience)).toBeVisible();
  server.use(http.post(`${calls}/smugmug/galleries`, () => HttpResponse.json({ galleries: [] })));
  await user.click(dialog.getByRole("button", { name: "Show galleries" }));
  expect(await dialog.findByText("This site has no public galleries.", {}, patience)).toBeVisible();
});
