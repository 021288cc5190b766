import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { backEnd, problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 15_000 };

test("sets the original date of a post", async () => {
  renderApp("/sites/w-juniper/items/it-3", "owner");
  const person = userEvent.setup();
  const date = await screen.findByLabelText("Date", undefined, patience);
  await person.type(date, "2009-05-12T08:00");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(backEnd.items[3]?.datedOn).toBe(new Date(2009, 4, 12, 8).getTime()));
});

test("shows time and place for an event, and no publication date", async () => {
  Object.assign(backEnd.items[0] ?? {}, { collectionType: "events" });
  renderApp("/sites/w-juniper/items/it-0", "owner");
  const person = userEvent.setup();
  await person.type(await screen.findByLabelText("Begins", undefined, patience), "2030-01-01T18:00");
  expect(screen.queryByLabelText("Date")).toBeNull();
  await person.type(screen.getByLabelText("Ends"), "2030-01-01T20:00");
  await person.type(screen.getByRole("textbox", { name: "Name of the place" }), "The workshop");
  await person.type(screen.getByRole("textbox", { name: "Latitude" }), "north");
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter degrees, such as 48.2")).toBeVisible();
  expect(backEnd.items[0]?.startsOn).toBeNull();
  await person.clear(screen.getByRole("textbox", { name: "Latitude" }));
  await person.type(screen.getByRole("textbox", { name: "Latitude" }), "95");
  await person.type(screen.getByRole("textbox", { name: "Longitude" }), "-82.5");
  expect(screen.queryByRole("link", { name: "View on a map" })).toBeNull();
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter degrees from -90 to 90.")).toBeVisible();
  await person.clear(screen.getByRole("textbox", { name: "Latitude" }));
  await person.type(screen.getByRole("textbox", { name: "Latitude" }), "35,6");
  const map = screen.getByRole("link", { name: "View on a map" });
  expect(map).toHaveAttribute("href", expect.stringContaining("mlat=35.6&mlon=-82.5"));
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(backEnd.items[0]?.startsOn).toBe(new Date(2030, 0, 1, 18).getTime()));
  expect(backEnd.items[0]?.endsOn).toBe(new Date(2030, 0, 1, 20).getTime());
  expect(backEnd.items[0]?.location).toMatchObject({ addressTitle: "The workshop", mapLat: 35.6, mapLng: -82.5 });
});

test("shows the error of an event field at the field", async () => {
  Object.assign(backEnd.items[0] ?? {}, { collectionType: "events" });
  const refusal = problem(400, "validation-failed", "Some values are invalid.", {
    errors: { endsOn: "Choose an end after the start." },
  });
  server.use(
    http.put("*/items/it-0", () =>
      HttpResponse.json(refusal, { status: 400, headers: { "Content-Type": "application/problem+json" } }),
    ),
  );
  renderApp("/sites/w-juniper/items/it-0", "owner");
  const person = userEvent.setup();
  await person.type(await screen.findByLabelText("Ends", undefined, patience), "2020-01-01T20:00");
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Choose an end after the start.")).toBeVisible();
});

test("duplicates a post and opens the copy", async () => {
  server.use(
    http.post("*/pages/it-0/duplicate", () => {
      const copy = { ...backEnd.items[0], id: "it-9", title: "Eleven tiles (copy)" };
      backEnd.items = [...backEnd.items, copy as (typeof backEnd.items)[number]];
      return HttpResponse.json(copy, { status: 201 });
    }),
  );
  const { router } = renderApp("/sites/w-juniper/items/it-0", "owner");
  const person = userEvent.setup();
  await person.click(await screen.findByRole("button", { name: "Duplicate" }, patience));
  expect(await screen.findByRole("heading", { name: "Eleven tiles (copy)" }, patience)).toBeVisible();
  expect(router.state.location.pathname).toBe("/sites/w-juniper/items/it-9");
});
