import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { write } from "@/testing/write";
import type { Experiment, Results } from "../api";

const patience = { timeout: 10_000 };
const list = "*/api/v1/websites/:websiteId/experiments";
const one = `${list}/:experimentId`;

const running: Experiment = {
  id: "exp-1",
  name: "headline",
  status: "ACTIVE",
  target: "text",
  page: "col-home",
  element: "words",
  setting: "html",
  goal: "purchase",
  goalValue: "",
  variants: [
    { name: "original", weight: 50 },
    { name: "b", weight: 50, text: "Other words" },
  ],
  winner: null,
  revision: 2,
  createdOn: 1,
  startedOn: 1,
  endedOn: null,
};

const results: Results = {
  verdict: "better",
  best: "b",
  variants: [
    {
      name: "original",
      visitors: 1_000,
      converted: 100,
      rate: { value: 0.1, low: 0.08, high: 0.12 },
      difference: null,
    },
    {
      name: "b",
      visitors: 1_000,
      converted: 150,
      rate: { value: 0.15, low: 0.13, high: 0.17 },
      difference: { value: 0.05, low: 0.02, high: 0.08 },
    },
  ],
};

it("lists experiments, or says that there are none", async () => {
  server.use(http.get(list, () => HttpResponse.json({ experiments: [running] }), { once: true }));
  const { view } = renderApp("/sites/w-juniper/experiments");
  const row = await screen.findByRole("row", { name: /headline/ }, patience);
  for (const text of ["A text of a page", "Place an order", "Running"]) {
    expect(within(row).getByText(text)).toBeVisible();
  }
  view.unmount();
  server.use(http.get(list, () => HttpResponse.json({ experiments: [] })));
  renderApp("/sites/w-juniper/experiments");
  expect(await screen.findByText("No experiments yet", {}, patience)).toBeVisible();
});

// spec: multilingual.translations.open
it("leads to the translations of the variants, language by language", async () => {
  const french = { code: "fr", name: "Français", isPrimary: false, enabled: true, untranslated: "show", custom: false };
  const english = { ...french, code: "en", name: "English", isPrimary: true };
  server.use(
    http.get(one, () => HttpResponse.json({ ...running, status: "DRAFT" })),
    http.get("*/api/multilingual/languages", () => HttpResponse.json({ languages: [english, french] })),
  );
  renderApp("/sites/w-juniper/experiments/exp-1");
  const link = await screen.findByRole("link", { name: "Translate the variants into Français" }, patience);
  expect(link).toHaveAttribute("href", "/sites/w-juniper/settings/translations/fr/experiment/exp-1");
  expect(screen.queryByRole("link", { name: /English/ })).toBeNull();
});

it("shows what the figures say, and publishes the winner", async () => {
  const user = userEvent.setup();
  let winner: unknown;
  server.use(
    http.get(`${one}/results`, () => HttpResponse.json(results)),
    http.get(one, () => HttpResponse.json(winner === undefined ? running : { ...running, status: "ENDED", winner })),
    http.post(`${one}/end`, async ({ request }) => {
      winner = ((await request.json()) as { winner: unknown }).winner;
      return HttpResponse.json({ ...running, status: "ENDED", winner });
    }),
  );
  renderApp("/sites/w-juniper/experiments/exp-1");
  expect(await screen.findByText(/^b is better than the original .*\+2% to \+8%/, {}, patience)).toBeVisible();
  const row = screen.getByRole("row", { name: /^b/ });
  for (const text of ["1,000", "150", "15% (13% to 17%)"]) expect(within(row).getByText(text)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Publish b" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Publish and end" }));
  expect(await screen.findByText("Chosen variant: b", {}, patience)).toBeVisible();
  expect(winner).toBe("b");
});

it("creates an experiment with a copy of a page", async () => {
  const user = userEvent.setup();
  let sent: unknown;
  server.use(
    http.post(list, async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ ...running, status: "DRAFT", startedOn: null }, { status: 201 });
    }),
    http.get(one, () => HttpResponse.json({ ...running, status: "DRAFT", startedOn: null })),
  );
  renderApp("/sites/w-juniper/experiments/new");
  const form = await screen.findByRole("form", { name: "Experiment" }, patience);
  const [name] = within(form).getAllByLabelText("Name");
  if (name === undefined) throw new Error("no name");
  await write(user, name, "Not a name");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Use lower-case letters, digits and hyphens.")).toBeVisible();
  await user.clear(name);
  await user.type(name, "headline");
  const choose = async (label: string, within_: HTMLElement, position: number) => {
    await user.click(within(within_).getByRole("combobox", { name: label }));
    const options = await screen.findAllByRole("option", {}, patience);
    const option = options[position];
    if (option === undefined) throw new Error(`no option for ${label}`);
    await user.click(option);
  };
  await choose("Page", form, 0);
  await choose("Page with the variant", screen.getByRole("group", { name: "Variant 2" }), 0);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Experiment created", {}, patience)).toBeVisible();
  expect(sent).toMatchObject({
    name: "headline",
    target: "page",
    goal: "purchase",
    variants: [
      { name: "original", weight: 50, sourcePage: null },
      { name: "b", weight: 50, text: null },
    ],
  });
});
