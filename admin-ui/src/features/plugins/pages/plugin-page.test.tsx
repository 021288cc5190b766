import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { sessionStarted } from "@/shared/session/session-slice";
import { readOnlySession } from "@/testing/access";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };

type Plugin = (typeof backEnd.plugins)[number];
const parcels = () => backEnd.plugins.find(({ id }) => id === "acme.parcels")!;

async function open(changes: Partial<Plugin> = {}) {
  const changed = { ...parcels(), ...changes };
  backEnd.plugins = backEnd.plugins.map((one) => (one.id === changed.id ? changed : one));
  const { router, store } = renderApp("/sites/w-juniper/plugins/acme.parcels");
  await screen.findByRole("heading", { level: 1, name: "Acme parcels" }, patience);
  return { router, store, person: userEvent.setup() };
}

/** The plugin as if a version had been installed. */
function installed(version: "1.1.0" | "1.2.0" = "1.2.0"): Partial<Plugin> {
  const { versions } = parcels();
  const current = versions.find((one) => one.version === version)!;
  return {
    installed: true,
    enabled: true,
    version,
    digest: current.digest,
    permissions: current.permissions,
    grants: { origins: ["https://api.acme.example", "https://track.acme.example"], data: ["products"] },
    settings: { account: "A-1", rates: [{ country: "DE", price: 490 }] },
    secrets: [{ name: "api_key", label: "API key", isSet: true }],
    versions: versions.map((one) => ({ ...one, isCurrent: one === current })),
  };
}

it("says in plain words what a plugin may do, and installs it with what the owner leaves it", async () => {
  const { person } = await open();
  expect(screen.getByText("Rates by", { exact: false })).toBeVisible();
  expect(screen.queryByText(/alert/)).toBeNull();
  expect(screen.getByText(/does not know the publisher/)).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Install" }));
  const dialog = await screen.findByRole("dialog", { name: "Install Acme parcels?" });
  expect(within(dialog).getByText("Uses secrets you enter: API key")).toBeVisible();
  expect(within(dialog).getByText("Keeps up to 256 kB of data of its own")).toBeVisible();
  expect(within(dialog).getByRole("checkbox", { name: "Reads your products" })).toBeChecked();
  await person.click(within(dialog).getByRole("checkbox", { name: "Talks to track.acme.example" }));
  await person.click(within(dialog).getByRole("button", { name: "Install" }));
  expect(await screen.findByText("Acme parcels is installed")).toBeVisible();
  expect(parcels().grants).toEqual({ origins: ["https://api.acme.example"], data: ["products"] });
  expect(await screen.findByText("Needs to be set up")).toBeVisible();
});

it("saves settings of every kind and granted hosts, with the server's words at the field", async () => {
  const { person } = await open(installed());
  const form = screen.getByRole("form", { name: "Settings of Acme parcels" });
  const account = within(form).getByRole("textbox", { name: "Account" });
  await person.clear(account);
  await person.click(await screen.findByRole("button", { name: "Save" }));
  expect(await within(form).findByText("This is needed.")).toBeVisible();
  await person.type(account, "nobody");
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await within(form).findByText("This account does not exist.")).toBeVisible();
  await person.clear(account);
  await person.type(account, "A-2");
  await person.click(within(form).getByRole("button", { name: "Add an entry to Rates" }));
  const prices = within(form).getAllByRole("textbox", { name: "Price in cents" });
  expect(prices.map((price) => (price as HTMLInputElement).value)).toEqual(["490", ""]);
  await person.type(prices[1]!, "990");
  await person.click(within(form).getByRole("checkbox", { name: "Talks to track.acme.example" }));
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Acme parcels saved")).toBeVisible();
  expect(parcels().settings).toEqual({
    account: "A-2",
    express: false,
    rates: [
      { country: "DE", price: 490 },
      { country: "", price: 990 },
    ],
  });
  expect(parcels().grants.origins).toEqual(["https://api.acme.example"]);
});

it("shows a setting only while another makes it apply", async () => {
  const { person } = await open(installed());
  const form = screen.getByRole("form", { name: "Settings of Acme parcels" });
  expect(within(form).queryByRole("textbox", { name: "Express price" })).not.toBeInTheDocument();
  await person.click(within(form).getByRole("switch", { name: "Offer express" }));
  expect(await within(form).findByRole("textbox", { name: "Express price" })).toBeVisible();
});

it("does not overwrite settings that someone else has changed", async () => {
  const { person } = await open(installed());
  await person.type(screen.getByRole("textbox", { name: "Account" }), "9");
  backEnd.plugins = backEnd.plugins.map((one) =>
    one.id === "acme.parcels" ? { ...one, revision: 7, settings: { account: "B-1" } } : one,
  );
  await person.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText(/Someone else has saved Acme parcels in the meantime/)).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeEnabled());
  expect(parcels().settings).toEqual({ account: "B-1" });
});

it("takes secrets without showing them, and removes them", async () => {
  const { person } = await open({
    ...installed(),
    secrets: [{ name: "api_key", label: "API key", isSet: false }],
  });
  const secrets = screen.getByRole("region", { name: "Secrets" });
  await person.click(within(secrets).getByRole("button", { name: "Enter the secret API key" }));
  const dialog = await screen.findByRole("dialog", { name: "API key" });
  await person.type(within(dialog).getByLabelText("Secret"), "s3cret");
  await person.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await within(secrets).findByText("Entered")).toBeVisible();
  expect(screen.queryByDisplayValue("s3cret")).toBeNull();
  await person.click(within(secrets).getByRole("button", { name: "Remove the secret API key" }));
  const question = await screen.findByRole("dialog", { name: "Remove the secret API key?" });
  await person.click(within(question).getByRole("button", { name: "Remove" }));
  expect(await within(secrets).findByText("Not entered")).toBeVisible();
});

it("asks again only for what a new version adds, and goes back without a question about rights", async () => {
  const { person } = await open(installed("1.1.0"));
  const [update] = screen.getAllByRole("button", { name: "Update to 1.2.0" });
  await person.click(update!);
  const consent = await screen.findByRole("dialog", { name: "Update Acme parcels to 1.2.0?" });
  expect(within(consent).getAllByRole("checkbox")).toHaveLength(2);
  expect(within(consent).queryByText(/secrets/)).toBeNull();
  await person.click(within(consent).getByRole("button", { name: "Update" }));
  expect(await screen.findByText("Acme parcels 1.2.0 is running")).toBeVisible();
  await person.click(await screen.findByRole("button", { name: "Go back to 1.1.0" }));
  const back = await screen.findByRole("dialog", { name: "Go back to Acme parcels 1.1.0?" });
  expect(within(back).queryByRole("checkbox")).toBeNull();
  await person.click(within(back).getByRole("button", { name: "Go back" }));
  expect(await screen.findByText("Acme parcels 1.1.0 is running")).toBeVisible();
});

it("shows calls, failures, storage, history and log lines", async () => {
  await open(installed());
  const activity = screen.getByRole("region", { name: "Activity" });
  const row = await within(activity).findByRole("row", { name: /Shipping rates/ });
  expect(within(row).getByText("1,240")).toBeVisible();
  expect(within(row).getByText("42 ms")).toBeVisible();
  expect(within(activity).getByText("20 kB of 256 kB in 12 entries")).toBeVisible();
  expect(within(activity).getByText(/Version 1.2.0 was installed/)).toBeVisible();
  expect(within(activity).getByText("the rate of DE is missing")).toBeVisible();
});

it("asks before blocks on pages disappear, and removes a plugin with or without its data", async () => {
  const { router, person } = await open({ ...installed(), usedOn: [{ pageId: "p-home", title: "Our kiln" }] });
  expect(screen.getByRole("link", { name: "Our kiln" })).toHaveAttribute(
    "href",
    expect.stringContaining("/sites/w-juniper/pages/p-home/edit"),
  );
  await person.click(screen.getByRole("switch", { name: "Switched on" }));
  const off = await screen.findByRole("dialog", { name: "Switch Acme parcels off?" });
  await person.click(within(off).getByRole("button", { name: "Switch off" }));
  expect(await screen.findByText("Acme parcels is off")).toBeVisible();
  await person.click(await screen.findByRole("button", { name: "Remove" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove Acme parcels?" });
  expect(within(dialog).getByRole("radio", { name: /Keep its settings/ })).toBeChecked();
  await person.click(within(dialog).getByRole("radio", { name: /Delete its settings/ }));
  await person.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Acme parcels removed")).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe("/sites/w-juniper/plugins"));
});

it("shows what another version would change before the owner decides", async () => {
  backEnd.pluginComparison = {
    ...backEnd.pluginComparison,
    inputs: 3,
    compared: 3,
    parts: [
      {
        part: "shipping-provider",
        inputs: 3,
        differences: 2,
        beforeFailures: 0,
        afterFailures: 1,
        beforeMicros: 1000,
        afterMicros: 2000,
      },
    ],
    differences: [
      { part: "shipping-provider", before: "A: Parcel", afterFailure: "trapped: no rate" },
      {
        part: "shipping-provider",
        before: "A: Parcel",
        after: "B: Parcel",
        price: { currency: "EUR", beforeCents: 490, afterCents: 690 },
      },
    ],
  };
  const { person } = await open(installed("1.1.0"));
  const card = await screen.findByRole("region", { name: "What version 1.2.0 would change" });
  expect(
    await within(card).findByText(/given the last 3 inputs.*It fails once where version 1.1.0 does not/),
  ).toBeVisible();
  expect(within(card).getByText("Failed: trapped: no rate")).toBeVisible();
  expect(within(card).getByText(/4\.90.*then.*6\.90/)).toBeVisible();
  expect(within(card).getByRole("cell", { name: "0, then 1" })).toBeVisible();
  backEnd.pluginComparison = { ...backEnd.pluginComparison, inputs: 0, compared: 0, parts: [], differences: [] };
  await person.click(within(card).getByRole("button", { name: "Compare again" }));
  expect(await within(card).findByText(/Nothing to compare yet/)).toBeVisible();
});

it("compares an earlier version when it is asked for", async () => {
  const { person } = await open(installed());
  expect(screen.queryByRole("region", { name: /would change/ })).toBeNull();
  await person.click(screen.getByRole("button", { name: "Compare with 1.1.0" }));
  expect(await screen.findByRole("region", { name: "What version 1.1.0 would change" })).toBeVisible();
});

it("shows everything and changes nothing without the right to", async () => {
  const { store } = await open(installed());
  act(() => void store.dispatch(sessionStarted(readOnlySession("plugins"))));
  expect(screen.getByText("View only")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Account" })).toBeDisabled();
  expect(screen.getByRole("checkbox", { name: "Reads your products" })).toBeDisabled();
  for (const name of ["Remove", "Replace the secret API key", "Go back to 1.1.0", "Add an entry to Rates"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("switch", { name: "Switched on" })).toBeNull();
});

it("says that there is no such plugin", async () => {
  renderApp("/sites/w-juniper/plugins/acme.nothing");
  expect(await screen.findByRole("alert", undefined, patience)).toHaveTextContent("Not found");
});

it("tests a plugin, and says what came of each part", async () => {
  backEnd.pluginTest = {
    checks: [
      { kind: "payment-provider", name: "card", passed: true, ms: 12, error: null },
      { kind: "event-hook", name: "order.paid", passed: false, ms: 5, error: "the address does not answer" },
    ],
    log: [{ on: 1_700_000_000_000, level: "warn", text: "status 502" }],
  };
  const { person } = await open(installed());
  await person.click(screen.getByRole("button", { name: "Test it now" }));
  expect(await screen.findByText("Not everything works.")).toBeVisible();
  expect(screen.getByText(/^Works · Payment methods: card · 12 ms/)).toBeVisible();
  expect(screen.getByText("the address does not answer")).toBeVisible();
  expect(within(screen.getByRole("list", { name: "Log of the test" })).getByText("status 502")).toBeVisible();
});

// spec: plugins.index.withdrawn
it("says that the version in use was withdrawn, and offers no other that was", async () => {
  const reason = "it charges twice";
  const { versions = [] } = installed("1.1.0");
  await open({ ...installed("1.1.0"), versions: versions.map((one) => ({ ...one, withdrawn: reason })) });
  expect(screen.getByText(`Version 1.1.0 was withdrawn by its publisher: ${reason}`)).toBeVisible();
  expect(screen.getByText(`Withdrawn by its publisher: ${reason}`)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Update to 1.2.0" })).toBeNull();
});

// spec: plugins.limits.plan
it("shows the limits that apply, and the plan that sets them", async () => {
  const limits = { ...parcels().limits, plan: "Small", pageMs: 50, storageBytes: 262_144, httpRequests: 5 };
  await open({ ...installed(), limits });
  const heading = screen.getByRole("heading", { name: "Limits" });
  const card = within(heading.closest("section")!);
  expect(card.getByText("The plan Small of this site sets them.")).toBeVisible();
  expect(card.getByText("50 ms of work, 20,000 calls")).toBeVisible();
  expect(card.getByText("30 sec of work in a minute")).toBeVisible();
  expect(card.getByText("200 ms of work, 15 sec with waiting")).toBeVisible();
  expect(card.getByText("256 kB")).toBeVisible();
  expect(card.getByText("Requests of one call").nextElementSibling).toHaveTextContent("5");
});
