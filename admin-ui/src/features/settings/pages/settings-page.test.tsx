import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { http, HttpResponse } from "msw";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };

afterEach(() => {
  vi.restoreAllMocks();
});

it("finds a time zone by part of its name, with its offset", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const field = await screen.findByLabelText("Time zone", {}, patience);
  await user.tripleClick(field);
  await user.paste("new york");
  expect(await screen.findByRole("option", { name: /^America\/New York UTC−[45]$/ }, patience)).toBeVisible();
  await user.tripleClick(field);
  await user.paste("lisb");
  await user.click(await screen.findByRole("option", { name: /^Europe\/Lisbon UTC/ }, patience));
  await user.click(await screen.findByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.timeZone).toBe("Europe/Lisbon");
});

it("changes the language, found by native name, and explains the consequence", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const field = await screen.findByLabelText<HTMLInputElement>("Language", {}, patience);
  expect(field.value).toBe("English (United States)");
  expect(screen.getByText(/the format of dates, numbers and amounts.*Your own texts are written in it/)).toBeVisible();
  await user.tripleClick(field);
  await user.paste("deutsch (schweiz");
  await user.click(await screen.findByRole("option", { name: "German (Switzerland)" }, patience));
  await user.click(await screen.findByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.language).toBe("de-CH");
});

it("rejects an unknown time zone", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const field = await screen.findByLabelText<HTMLInputElement>("Time zone", {}, patience);
  const before = field.value;
  await user.tripleClick(field);
  await user.paste("Mars/Base");
  expect(await screen.findByText("No such time zone. Try the name of a large city nearby.")).toBeVisible();
  await user.tab();
  expect(field.value).toBe(before);
});

// spec: editor.label.timezone
it("accepts a typed time zone if the list is not available", async () => {
  vi.spyOn(Intl, "supportedValuesOf").mockImplementation(() => {
    throw new RangeError("no such list");
  });
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const field = await screen.findByLabelText("Time zone", {}, patience);
  expect(screen.getByText("Failed to load timezone")).toBeVisible();
  await user.tripleClick(field);
  await user.paste("Asia/Tokyo");
  await user.click(await screen.findByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.timeZone).toBe("Asia/Tokyo");
});

it("shows all field errors at once", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const email = await screen.findByLabelText("E-mail", {}, patience);
  await user.tripleClick(email);
  await user.paste("bad");
  await user.type(screen.getByLabelText("Latitude"), "200");
  await user.click(await screen.findByText("Save"));
  expect(await screen.findByText("Enter degrees from -90 to 90.", {}, patience)).toBeVisible();
  expect(screen.getByText("Please enter a valid email")).toBeVisible();
});

it("saves the address for invoices", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const street = await screen.findByLabelText("Street and number", {}, patience);
  expect(street).toHaveValue("118 Foundry Alley, Unit 3");
  await user.tripleClick(street);
  await user.paste("1 Quay");
  await user.click(await screen.findByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.location.addressLine1).toBe("1 Quay");
});

it("derives the icon of an account from its link, or takes the chosen one", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  await user.click(await screen.findByRole("button", { name: "Add account" }, patience));
  const links = screen.getAllByRole("textbox", { name: "Link" });
  await user.type(screen.getAllByRole("textbox", { name: "Name" }).at(-1)!, "Our shop");
  await user.click(screen.getAllByRole("combobox", { name: "Icon" }).at(-1)!);
  await user.click(await screen.findByRole("option", { name: "Etsy" }, patience));
  await user.click(links.at(-1)!);
  await user.paste("https://bsky.app/profile/juniper.example");
  const signs = screen.getAllByRole("combobox", { name: "Icon" });
  expect(signs.map((sign) => sign.textContent)).toEqual(["Instagram", "From the link"]);
  await user.click(signs[0]!);
  await user.click(await screen.findByRole("option", { name: "Threads" }, patience));
  await user.click(screen.getByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.socialAccounts.map(({ type }) => type)).toEqual(["threads", "website"]);
});

it("shows a Twitter account under its current name", async () => {
  const user = userEvent.setup();
  backEnd.settings.socialAccounts = [{ type: "twitter", title: "News", profileUrl: "https://x.com/juniper" }];
  renderApp("/sites/w-juniper/settings");
  const sign = await screen.findByRole("combobox", { name: "Icon" }, patience);
  expect(sign).toHaveTextContent(/^X$/);
  await user.click(sign);
  await screen.findByRole("option", { name: "X" }, patience);
  expect(screen.queryByRole("option", { name: /twitter/i })).toBeNull();
});

it("allows changing the currency until the first order, and explains the effect on amounts", async () => {
  const user = userEvent.setup();
  const { store } = renderApp("/sites/w-juniper/settings");
  const field = await screen.findByLabelText<HTMLInputElement>("Currency", {}, patience);
  expect(field.value).toBe("US Dollar (USD)");
  await user.tripleClick(field);
  await user.paste("yen");
  await user.click(await screen.findByRole("option", { name: "Japanese Yen (JPY)" }, patience));
  expect(screen.getByText(/USD and JPY have different decimals/)).toBeVisible();
  await user.tripleClick(field);
  await user.paste("eur");
  await user.click(await screen.findByRole("option", { name: "Euro (EUR)" }, patience));
  expect(screen.getByText(/19.00 USD becomes 19.00 EUR/)).toBeVisible();
  await user.click(await screen.findByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.currency).toBe("EUR");
  const { session } = store.getState();
  const known = session.status === "signed-in" ? session.websites.find(({ id }) => id === "w-juniper") : undefined;
  expect(known?.currency).toBe("EUR");
});

it("locks the currency of a shop with orders", async () => {
  backEnd.settings = { ...backEnd.settings, currencyFixed: true };
  renderApp("/sites/w-juniper/settings");
  expect(await screen.findByLabelText("Currency", {}, patience)).toBeDisabled();
  expect(screen.getByText("The shop has orders in this currency, so it cannot be changed.")).toBeVisible();
});

it("geocodes the address, and reports a missing service", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/settings");
  const find = await screen.findByRole("button", { name: "Find the address on the map" }, patience);
  server.use(
    http.get("*/api/google-maps/places/autocomplete", () =>
      HttpResponse.json(
        {
          type: "about:blank",
          title: "Unavailable",
          status: 503,
          code: "unavailable",
          detail: "Address suggestions are not available here.",
        },
        { status: 503 },
      ),
    ),
  );
  await user.click(find);
  expect(await screen.findByText(/You can enter latitude and longitude yourself/, {}, patience)).toBeVisible();
  const asked: string[] = [];
  server.use(
    http.get("*/api/google-maps/places/autocomplete", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("input") ?? "");
      return HttpResponse.json({ predictions: [{ placeId: "p1", description: "118 Foundry Alley" }] });
    }),
    http.get("*/api/google-maps/places/details", () =>
      HttpResponse.json({
        result: { formattedAddress: "118 Foundry Alley, Asheville", addressComponents: [], lat: 35.59, lng: -82.55 },
      }),
    ),
  );
  await user.click(find);
  expect(await screen.findByText("Found: 118 Foundry Alley, Asheville", {}, patience)).toBeVisible();
  expect(asked[0]).toMatch(/^118 Foundry Alley, Unit 3, /);
  await user.click(screen.getByText("Save"));
  expect(await screen.findByText("Settings saved", {}, patience)).toBeVisible();
  expect(backEnd.settings.location).toMatchObject({ mapLat: 35.59, mapLng: -82.55 });
});
