import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { backEnd, problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

/** Opens the page list, and records requests that create a page. */
async function open(button: string) {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.post("*/websites/:website/pages", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      if (body["urlId"] === "shop") {
        const taken = problem(409, "url-taken", "Another page answers there.");
        return HttpResponse.json(taken, { status: 409, headers: { "Content-Type": "application/problem+json" } });
      }
      return HttpResponse.json({ ...backEnd.pages[0], id: "pg-9" }, { status: 201 });
    }),
  );
  const { router } = renderApp("/sites/w-juniper/pages", "owner");
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: button }, { timeout: 15_000 }));
  return { sent, router, person, dialog: await screen.findByRole("dialog", { name: button }) };
}

test("creates a folder from its title", async () => {
  const { sent, person, dialog } = await open("New folder");
  await person.click(within(dialog).getByRole("button", { name: "Create" }));
  expect(await within(dialog).findByText("Enter a title")).toBeVisible();
  expect(sent).toEqual([]);
  await person.type(within(dialog).getByRole("textbox", { name: "Title" }), "More");
  await person.click(within(dialog).getByRole("button", { name: "Create" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ kind: "folder", title: "More", urlId: "", copyOf: null }]);
});

test("creates a collection of a type, and keeps the input on errors", async () => {
  const { sent, router, person, dialog } = await open("New collection");
  await person.type(within(dialog).getByRole("textbox", { name: "Title" }), "Workshops");
  await person.type(within(dialog).getByRole("textbox", { name: "Address" }), "shop");
  await person.click(within(dialog).getByRole("combobox", { name: "Contents" }));
  await person.click(await screen.findByRole("option", { name: "Events with times and places" }));
  await person.click(within(dialog).getByRole("button", { name: "Create" }));
  expect(await within(dialog).findByText("Another page answers there.")).toBeVisible();
  const address = within(dialog).getByRole("textbox", { name: "Address" });
  expect(within(dialog).getByRole("textbox", { name: "Title" })).toHaveValue("Workshops");
  await person.clear(address);
  await person.type(address, "workshops");
  await person.click(within(dialog).getByRole("button", { name: "Create" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/sites/w-juniper/collections/pg-9/items"));
  expect(sent.at(-1)).toEqual({ kind: "events", title: "Workshops", urlId: "workshops", copyOf: null });
});

test("creates a page with the chosen initial content", async () => {
  const { sent, person, dialog } = await open("New page");
  await person.type(within(dialog).getByRole("textbox", { name: "Title" }), "Opening soon");
  await person.click(within(dialog).getByRole("combobox", { name: "Start with" }));
  expect(await screen.findByRole("option", { name: "Donations" })).toBeVisible();
  await person.click(screen.getByRole("option", { name: "Cover page without header and footer" }));
  await person.click(within(dialog).getByRole("button", { name: "Create" }));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ kind: "cover", title: "Opening soon" }));
});

test("creates a store from the page list", async () => {
  const { router, person, dialog } = await open("New collection");
  await person.click(within(dialog).getByRole("combobox", { name: "Contents" }));
  await person.click(await screen.findByRole("option", { name: "Store products" }));
  expect(await screen.findByRole("dialog", { name: "Create a store" }, { timeout: 20_000 })).toBeVisible();
  expect(router.state.location.pathname).toBe("/sites/w-juniper/products");
});
