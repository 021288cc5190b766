import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PageDocument } from "@/shared/page-document/document";
import { backEnd } from "@/testing/back-end";
import { blockKinds } from "@/testing/block-kinds";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };
/** Each test has its own page: unsaved steps would be picked up by the next. */
let pagesOpened = 0;

/** Opens the settings of the only block on a page. */
async function openBlock(kind: string, settings: Record<string, unknown> = {}) {
  const look = { tone: "default", width: "normal", padding: "medium" } as const;
  const block = { id: "block", kind, settings };
  const document: PageDocument = {
    version: 1,
    sections: [{ id: "s", settings: look, rows: [{ id: "r", columns: [{ span: 12, blocks: [block] }] }] }],
  };
  const id = `pg-block-${(pagesOpened += 1)}`;
  backEnd.pages = backEnd.pages.map((page) => (page.id === "pg-0" ? { ...page, id, document } : page));
  const user = userEvent.setup();
  const { store } = renderApp(`/sites/w-juniper/pages/${id}/edit`);
  const outline = within(await screen.findByRole("navigation", { name: "Outline of the page" }, patience));
  const name = blockKinds.find((candidate) => candidate.kind === kind)?.name ?? "";
  await user.click(await outline.findByText(name, {}, patience));
  const panel = within(await screen.findByRole("complementary", { name: "Settings" }, patience));
  const current = () =>
    store.getState().editor.open?.draft.document.sections[0]?.rows[0]?.columns[0]?.blocks[0]?.settings;
  return { user, panel, current };
}

afterEach(() => {
  vi.restoreAllMocks();
});

// spec: form.settings.tabs
it("divides form settings into five tabs", async () => {
  const { user, panel, current } = await openBlock("form", {});
  const tabs = panel.getAllByRole("tab").map((tab) => tab.textContent);
  expect(tabs).toEqual(["Build", "Storage", "Advanced", "Captcha", "Disclaimer"]);
  expect(panel.getByLabelText("Form name")).toBeVisible();
  await user.click(panel.getByRole("tab", { name: "Storage" }));
  expect(within(panel.getByRole("tabpanel")).getByText("E-mail notifications")).toBeVisible();
  expect(panel.queryByLabelText("Form name")).toBeNull();
  await user.click(panel.getByRole("tab", { name: "Captcha" }));
  await user.click(panel.getByRole("switch", { name: "Spam protection" }));
  await user.click(panel.getByRole("tab", { name: "Build" }));
  await user.click(panel.getByRole("tab", { name: "Captcha" }));
  expect(panel.getByRole("switch", { name: "Spam protection" })).not.toBeChecked();
  expect(current()).toMatchObject({ captcha: false });
});

it("keeps the values of each tab of a form", async () => {
  const { user, panel, current } = await openBlock("form", { recipients: ["a@stoa.example"], fields: [] });
  const fill = async (label: string | RegExp, text: string) => {
    await user.clear(panel.getByLabelText(label));
    await user.click(panel.getByLabelText(label));
    await user.paste(text);
  };
  await fill("Form name", "Questions");
  await fill("Button label", "Ask");
  await user.click(panel.getByRole("tab", { name: "Storage" }));
  await fill("Address", "b@stoa.example");
  await fill("Webhook URL", "https://hooks.example/1");
  await user.click(panel.getByRole("tab", { name: "Advanced" }));
  await fill("Redirect after sending", "/thanks");
  await fill("Confirmation message", "Thanks.");
  await user.click(panel.getByRole("switch", { name: "Open in a pop-up" }));
  await fill("Pop-up button label", "Open");
  await user.click(panel.getByRole("tab", { name: "Captcha" }));
  await user.click(panel.getByRole("switch", { name: "Spam protection" }));
  await user.click(panel.getByRole("tab", { name: "Disclaimer" }));
  await user.click(panel.getByRole("switch", { name: "Require agreement" }));
  await fill(/^Checkbox label/, "Yes.");
  const chosen = {
    formName: "Questions",
    submitButtonText: "Ask",
    recipients: ["b@stoa.example"],
    webhookUrl: "https://hooks.example/1",
    successUrl: "/thanks",
    successMessage: "Thanks.",
    lightbox: true,
    lightboxButtonText: "Open",
    captcha: false,
    disclaimerConsent: true,
    disclaimerConsentLabel: "Yes.",
  };
  expect(current()).toMatchObject(chosen);
  await user.click(panel.getByRole("tab", { name: "Storage" }));
  expect(panel.getByLabelText("Webhook URL")).toHaveValue("https://hooks.example/1");
  await user.click(panel.getByRole("tab", { name: "Advanced" }));
  expect(panel.getByLabelText("Pop-up button label")).toHaveValue("Open");
});

// spec: editor.message.email-valid
it("rejects an invalid e-mail address while typing", async () => {
  const { user, panel } = await openBlock("form", { recipients: ["olive"] });
  await user.click(panel.getByRole("tab", { name: "Storage" }));
  expect(panel.getByText("Please enter a valid email")).toBeVisible();
  await user.type(panel.getByRole("textbox", { name: "Address" }), "@stoa.example");
  expect(panel.queryByText("Please enter a valid email")).toBeNull();
});

describe("the code of a block", () => {
  it("is typed unchanged", async () => {
    const { user, panel, current } = await openBlock("code", { code: "let a" });
    await user.type(panel.getByRole("textbox", { name: "Code" }), " = 1;");
    expect(current()).toMatchObject({ code: "let a = 1;" });
  });

  // spec: editor.label.android
  it("is read-only on Android", async () => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140");
    const { panel } = await openBlock("code", { code: "let a" });
    expect(panel.getByText("Code editing is not available on Android.")).toBeVisible();
    expect(panel.getByRole("textbox", { name: "Code" })).toBeDisabled();
  });
});

describe("mailing list of a sign-up", () => {
  // spec: editor.label.mailing-lists, editor.message.list-selected
  it("is required, with an error if it is missing", async () => {
    const { panel } = await openBlock("newsletter", { mailingList: "" });
    expect(
      await panel.findByText("You don't have any mailing lists. Please create one before continuing.", {}, patience),
    ).toBeVisible();
    expect(panel.getByText("A List must be selected")).toBeVisible();
  });

  it("can be created in place", async () => {
    const { user, panel, current } = await openBlock("newsletter", { mailingList: "" });
    await user.click(panel.getByText("Create a list"));
    const dialog = within(await screen.findByRole("dialog", {}, patience));
    await user.click(dialog.getByRole("textbox"));
    await user.paste("Readers");
    await user.click(dialog.getByText("Create"));
    await waitFor(() => expect(current()).toMatchObject({ mailingList: "Readers" }), patience);
    expect(panel.queryByText("A List must be selected")).toBeNull();
    await waitFor(() => expect(panel.queryByText(/You don't have any mailing lists/)).toBeNull(), patience);
  });

  it("is kept when the lists cannot be loaded", async () => {
    server.use(http.get("*/mailing-lists", () => HttpResponse.json({}, { status: 503 })));
    const { panel } = await openBlock("newsletter", { mailingList: "Readers" });
    expect(await panel.findByText("Unable to load results", {}, patience)).toBeVisible();
    expect(panel.getByRole("combobox", { name: "Mailing list" })).toHaveTextContent("Readers");
  });
});

// spec: editor.message.dataset, editor.message.rows-missing
it("shows data errors of a chart at the field", async () => {
  const { user, panel } = await openBlock("chart", { data: "" });
  expect(panel.getByText("Your dataset must have at least one column")).toBeVisible();
  const figures = panel.getByLabelText("Data");
  await user.click(figures);
  await user.paste("Month, Cups");
  expect(await panel.findByText("Your dataset must have at least one row")).toBeVisible();
  await user.paste("\nMay");
  expect(await panel.findByText("One or more rows was missing data")).toBeVisible();
  await user.paste(", 0");
  await waitFor(() => expect(panel.queryByText("One or more rows was missing data")).toBeNull());
  await user.click(panel.getByRole("button", { name: "Slices" }));
  expect(await panel.findByText("Slices need at least one figure above zero")).toBeVisible();
  await user.click(panel.getByRole("button", { name: "Lines" }));
  await waitFor(() => expect(panel.queryByText("Slices need at least one figure above zero")).toBeNull());
});

it("offers the tags of the selected blog, and shows a missing one", async () => {
  backEnd.items = backEnd.items.map((item) => ({ ...item, tags: ["clay"], categories: ["Workshop"] }));
  const { user, panel, current } = await openBlock("summary", { collection: "c-1", tag: "glaze" });
  expect(await panel.findByText("“glaze” no longer exists.", {}, patience)).toBeVisible();
  await user.click(panel.getByRole("combobox", { name: "Tag" }));
  await user.click(await screen.findByRole("option", { name: "clay" }, patience));
  await user.click(panel.getByRole("combobox", { name: "Category" }));
  await user.click(await screen.findByRole("option", { name: "Workshop" }, patience));
  expect(current()).toMatchObject({ tag: "clay", category: "Workshop" });
});

it("requires a store before it offers categories", async () => {
  const { user, panel, current } = await openBlock("products", { collection: "" });
  expect(panel.getByText("Choose a page first.")).toBeVisible();
  await user.click(panel.getByRole("combobox", { name: "Category" }));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["All categories"]);
  expect(current()).toMatchObject({ collection: "" });
});

it("offers folders of the main navigation", async () => {
  const [main, ...others] = backEnd.layout.layout;
  const folder = { title: "Learn", collectionId: null, externalLink: null, memberAreaId: null, children: [] };
  backEnd.layout = { ...backEnd.layout, layout: [{ ...main!, links: [...main!.links, folder] }, ...others] };
  const { user, panel, current } = await openBlock("index", {});
  await user.click(panel.getByRole("combobox", { name: "Folder" }));
  await user.click(await screen.findByRole("option", { name: "Learn" }, patience));
  expect(current()).toMatchObject({ folder: "Learn" });
});
