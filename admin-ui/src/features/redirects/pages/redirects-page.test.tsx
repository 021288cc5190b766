import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

interface Row {
  id: string;
  source: string;
  target: string;
  permanent: boolean;
  automatic: boolean;
  revision: number;
}

const patience = { timeout: 15_000 };
const refused = (body: object, status: number) =>
  HttpResponse.json(body, { status, headers: { "Content-Type": "application/problem+json" } });

/** Opens the redirects of a site; changes are stored in memory. */
function open(who: "owner" | "viewer" = "owner") {
  const state = {
    rows: [{ id: "rd-1", source: "/old", target: "/about", permanent: true, automatic: true, revision: 4 }] as Row[],
  };
  server.use(
    http.get("*/redirects", () => HttpResponse.json({ redirects: state.rows })),
    http.post("*/redirects", async ({ request }) => {
      const change = (await request.json()) as Omit<Row, "id">;
      if (change.source === "cart") {
        return refused(
          problem(400, "validation-failed", "Some values are invalid.", { errors: { source: "Start with a slash." } }),
          400,
        );
      }
      const made = { ...change, id: "rd-2", automatic: false, revision: 1 };
      state.rows = [...state.rows, made];
      return HttpResponse.json(made, { status: 201 });
    }),
    http.put("*/redirects/:id", async ({ request, params }) => {
      const row = state.rows.find(({ id }) => id === params["id"]);
      if (row === undefined || request.headers.get("If-Match") !== `"${row.revision}"`) {
        return refused(problem(412, "revision-stale", "Someone has saved a newer version."), 412);
      }
      Object.assign(row, await request.json(), { revision: row.revision + 1 });
      state.rows = [...state.rows];
      return HttpResponse.json(row);
    }),
    http.delete("*/redirects/:id", ({ params }) => {
      state.rows = state.rows.filter(({ id }) => id !== params["id"]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  renderApp("/sites/w-juniper/redirects", who);
  return { state, person: userEvent.setup() };
}

test("creates a redirect, and keeps the input on errors", async () => {
  const { state, person } = open();
  await person.click(await screen.findByRole("button", { name: "New redirect" }, patience));
  const dialog = await screen.findByRole("dialog", { name: "New redirect" });
  expect(within(dialog).getByRole("button", { name: "Save" })).toBeDisabled();
  await person.type(within(dialog).getByRole("textbox", { name: "From" }), "cart");
  await person.type(within(dialog).getByRole("textbox", { name: "To" }), "/shop");
  await person.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(dialog).findByText("Start with a slash.")).toBeVisible();
  expect(within(dialog).getByRole("textbox", { name: "To" })).toHaveValue("/shop");
  await person.clear(within(dialog).getByRole("textbox", { name: "From" }));
  await person.type(within(dialog).getByRole("textbox", { name: "From" }), "/sale");
  await person.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("/sale")).toBeVisible();
  expect(state.rows.at(-1)).toMatchObject({ source: "/sale", target: "/shop", permanent: true });
});

test("changes a redirect with the loaded revision", async () => {
  const { state, person } = open();
  await person.click(await screen.findByRole("button", { name: "Change /old" }, patience));
  const dialog = await screen.findByRole("dialog", { name: "Edit redirect" });
  const target = within(dialog).getByRole("textbox", { name: "To" });
  await person.clear(target);
  await person.type(target, "/shop");
  await person.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("/shop")).toBeVisible();
  expect(state.rows[0]).toMatchObject({ target: "/shop", revision: 5 });
  await person.click(screen.getByRole("button", { name: "Change /old" }));
  Object.assign(state.rows[0] ?? {}, { revision: 9 });
  await person.click(
    within(await screen.findByRole("dialog", { name: "Edit redirect" })).getByRole("button", { name: "Save" }),
  );
  expect(await screen.findByText("Someone else has saved a newer version in the meantime.")).toBeVisible();
});

test("deletes a redirect after confirmation", async () => {
  const { state, person } = open();
  await person.click(await screen.findByRole("button", { name: "Delete /old" }, patience));
  const question = await screen.findByRole("dialog", { name: "Delete the redirect from /old?" });
  await person.click(within(question).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Redirect deleted")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("/old")).toBeNull());
  expect(state.rows).toEqual([]);
});

test("viewers see redirects without controls", async () => {
  open("viewer");
  expect(await screen.findByText("/old", undefined, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "New redirect" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Change /old" })).toBeNull();
});

test("warns before saving that a page exists at the source, and none at the target", async () => {
  const { person } = open();
  await person.click(await screen.findByRole("button", { name: "New redirect" }, patience));
  const dialog = await screen.findByRole("dialog", { name: "New redirect" });
  const [from, to] = ["From", "To"].map((name) => within(dialog).getByRole("textbox", { name }));
  if (from === undefined || to === undefined) throw new Error("no fields");
  await person.type(from, "/about");
  await person.type(to, "/nowhere/*");
  await waitFor(
    () =>
      expect(from).toHaveAccessibleDescription("A page has this address. The redirect applies once no page has it."),
    patience,
  );
  expect(to).toHaveAccessibleDescription("No page of the site has this address.");
  await person.clear(to);
  await person.type(to, "/cart");
  expect(to).toHaveAccessibleDescription(/^A path of this site/);
  expect(within(dialog).getByRole("button", { name: "Save" })).toBeEnabled();
});
