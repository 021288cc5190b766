import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const day = 86_400_000;

function open(who: "owner" | "viewer" = "owner") {
  let pages = ["Winter sale", "Old journal"].map((title, index) => ({
    id: `tr-${index}`,
    kind: index === 0 ? "page" : "blog",
    itemCount: index === 0 ? null : 3,
    title,
    urlId: title.toLowerCase().replace(" ", "-"),
    trashedOn: Date.now() - day,
    goneOn: Date.now() + 29 * day,
  }));
  const calls: string[] = [];
  const gone = (id: unknown) => {
    calls.push(String(id));
    pages = pages.filter((page) => page.id !== id);
  };
  server.use(
    http.get("*/page-trash", () => HttpResponse.json({ pages })),
    http.post("*/page-trash/:id/restore", ({ params }) => {
      gone(params["id"]);
      return HttpResponse.json({ id: params["id"], fullUrl: "/winter-sale-2" });
    }),
    http.delete("*/page-trash/:id", ({ params }) => {
      gone(params["id"]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  renderApp("/sites/w-juniper/pages/trash", who);
  return { calls, person: userEvent.setup() };
}

test("restores a page at its current URL", async () => {
  const { calls, person } = open();
  await person.click(await screen.findByRole("button", { name: "Restore Winter sale" }, { timeout: 15_000 }));
  expect(await screen.findByText("Restored at /winter-sale-2")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Winter sale")).toBeNull());
  expect(calls).toEqual(["tr-0"]);
});

test("shows why a page cannot be restored, and keeps it", async () => {
  const { person } = open();
  const refusal = problem(409, "conflict", "Its collection is in the trash as well. Restore the collection first.");
  server.use(
    http.post("*/page-trash/:id/restore", () =>
      HttpResponse.json(refusal, { status: 409, headers: { "Content-Type": "application/problem+json" } }),
    ),
  );
  await person.click(await screen.findByRole("button", { name: "Restore Winter sale" }, { timeout: 15_000 }));
  expect(await screen.findByText(/Restore the collection first/)).toBeVisible();
  expect(screen.getByText("Winter sale")).toBeVisible();
});

test("deletes a page permanently after confirmation", async () => {
  const { calls, person } = open();
  expect(await screen.findByText("Old journal (with 3 items)", undefined, { timeout: 15_000 })).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Delete Old journal permanently" }));
  const question = await screen.findByRole("dialog", { name: "Delete “Old journal” permanently?" });
  expect(calls).toEqual([]);
  await person.click(within(question).getByRole("button", { name: "Delete permanently" }));
  expect(await screen.findByText("Deleted permanently")).toBeVisible();
  expect(calls).toEqual(["tr-1"]);
});

test("viewers see the trash without controls", async () => {
  open("viewer");
  expect(await screen.findByText("Winter sale", undefined, { timeout: 15_000 })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Restore/ })).toBeNull();
});
