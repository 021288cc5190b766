import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { showLanguage } from "@/shared/i18n/language";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };
const address = "/sites/w-juniper/header-footer";

vi.setConfig({ testTimeout: 60_000 });

afterEach(() => act(() => showLanguage("en")));

async function open() {
  renderApp(address, "owner");
  await screen.findByRole("form", { name: "Header and footer" }, patience);
  return { user: userEvent.setup() };
}

/** Sets an announcement and saves the draft. */
async function announce(user: ReturnType<typeof userEvent.setup>, text: string) {
  const form = screen.getByRole("form", { name: "Header and footer" });
  const field = within(form).getAllByRole("textbox", { name: "Text" })[0]!;
  await user.clear(field);
  await write(user, field, text);
  await user.click(await screen.findByRole("button", { name: "Save" }, patience));
  await waitFor(() => expect(lastDraft().header.announcementBar.text).toBe(text), patience);
}

function lastDraft() {
  const { versions, worked } = backEnd.headerFooter;
  return versions[worked - 1]!;
}

const textField = () =>
  within(screen.getByRole("form", { name: "Header and footer" })).getAllByRole("textbox", { name: "Text" })[0]!;
const button = (name: string) => screen.getByRole("button", { name });

it("keeps input when the window becomes narrow", async () => {
  const real = window.matchMedia;
  const turned = new Set<() => void>();
  let isWide = true;
  const spy = vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const list = Object.assign(real(query), {
      addEventListener: (_: string, listener: () => void) => turned.add(listener),
    });
    return Object.defineProperty(list, "matches", { get: () => isWide && query.includes("min-width") });
  });
  const { user } = await open();
  await write(user, textField(), "Open on Sunday");
  act(() => {
    isWide = false;
    for (const listener of turned) listener();
  });
  expect(await screen.findByRole("tab", { name: "Preview" }, patience)).toBeVisible();
  expect(textField()).toHaveValue("Open on Sunday");
  spy.mockRestore();
});

it("saves a draft and publishes it", async () => {
  const { user } = await open();
  expect(button("Publish")).toBeDisabled();
  await announce(user, "Open on Sunday");
  expect(backEnd.headerFooter.published.header.announcementBar.text).toBe("");
  await waitFor(() => expect(button("Publish")).toBeEnabled(), patience);
  await user.click(button("Publish"));
  expect(await screen.findByText("Published. Visitors see it now.", {}, patience)).toBeVisible();
  expect(backEnd.headerFooter.published.header.announcementBar.text).toBe("Open on Sunday");
  expect(button("Publish")).toBeDisabled();
});

it("undoes and redoes saved changes, and discards a draft", async () => {
  const { user } = await open();
  await announce(user, "one");
  await announce(user, "two");
  await waitFor(() => expect(button("Undo")).toBeEnabled(), patience);
  await user.click(button("Undo"));
  await waitFor(() => expect(textField()).toHaveValue("one"), patience);
  await user.click(button("Redo"));
  await waitFor(() => expect(textField()).toHaveValue("two"), patience);
  await user.click(button("Discard draft"));
  await waitFor(() => expect(textField()).toHaveValue(""), patience);
  await user.click(button("Undo"));
  await waitFor(() => expect(textField()).toHaveValue("two"), patience);
});

it("lists versions, previews and restores one", async () => {
  const { user } = await open();
  await announce(user, "one");
  await announce(user, "two");
  await user.click(button("History"));
  const drawer = await screen.findByRole("dialog", {}, patience);
  const entries = await within(drawer).findAllByRole("listitem", {}, patience);
  expect(
    entries.map((entry) =>
      within(entry)
        .queryAllByText(/^Changed|^Original version/)
        .map(({ textContent }) => textContent)
        .join(),
    ),
  ).toEqual(["Changed announcement bar", "Changed announcement bar", "Original version"]);
  await user.click(within(entries[1]!).getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(textField()).toHaveValue("one"), patience);
  expect(backEnd.headerFooter.versions).toHaveLength(4);
  await user.click(button("History"));
  const again = await screen.findByRole("dialog", {}, patience);
  const first = (await within(again).findAllByRole("listitem", {}, patience)).at(-1)!;
  await user.click(within(first).getByRole("button", { name: "Preview" }));
  expect(await screen.findByText("This is an earlier version.", {}, patience)).toBeVisible();
});

it("reports a conflict", async () => {
  const { user } = await open();
  await announce(user, "one");
  backEnd.headerFooter = { ...backEnd.headerFooter, revision: 9 };
  await waitFor(() => expect(button("Undo")).toBeEnabled(), patience);
  await user.click(button("Undo"));
  expect(await screen.findByText(/Someone else has changed header and footer/, {}, patience)).toBeVisible();
});

it("sets the announcement link to open in a new window", async () => {
  const { user } = await open();
  await user.type(screen.getByRole("combobox", { name: "Announcement link" }), "/sale");
  await user.click(screen.getByRole("switch", { name: "Open the announcement link in a new window" }));
  await announce(user, "Sale");
  expect(lastDraft().header.announcementBar.link).toEqual({ url: "/sale", newWindow: true });
});

it("sets a logo with description and heights", async () => {
  const { user } = await open();
  const logo = backEnd.assets.find(({ kind }) => kind === "picture")!;
  await user.click(button("Choose image"));
  const picker = await screen.findByRole("dialog", {}, patience);
  await user.click(await within(picker).findByRole("button", { name: new RegExp(logo.filename) }, patience));
  await write(user, await screen.findByRole("textbox", { name: "Logo description" }, patience), "A kiln");
  const height = screen.getByRole("textbox", { name: "Height in pixels" });
  await user.type(height, "900");
  await user.click(button("Save"));
  expect(await screen.findByText("Enter a height of 1 to 400 pixels", {}, patience)).toBeVisible();
  await user.clear(height);
  await user.type(height, "64");
  await user.click(button("Save"));
  await waitFor(
    () =>
      expect(lastDraft().header.logo).toEqual({
        assetId: logo.id,
        altText: "A kiln",
        desktopHeight: 64,
        mobileHeight: null,
      }),
    patience,
  );

  await user.click(button("Remove"));
  await user.click(await screen.findByRole("button", { name: "Save" }, patience));
  await waitFor(() => expect(lastDraft().header.logo.assetId).toBeNull(), patience);
});

async function addSection(user: ReturnType<typeof userEvent.setup>, kind: string) {
  await user.click(button("Add section"));
  await user.click(await screen.findByRole("menuitem", { name: kind }, patience));
}

it("adds footer sections of several kinds in order", async () => {
  backEnd.mailingLists = [{ id: "mls-1", name: "Letters", formerNames: [], createdOn: 0 }];
  const { user } = await open();
  await addSection(user, "Links");
  const links = screen.getByRole("group", { name: "Section 1: Links" });
  await user.type(within(links).getByRole("textbox", { name: "Heading" }), "Help");
  await write(user, within(links).getByRole("textbox", { name: "Link text" }), "Delivery");
  await write(user, within(links).getByRole("combobox", { name: "Link" }), "/delivery");
  await addSection(user, "Newsletter sign-up");
  const signUp = screen.getByRole("group", { name: "Section 2: Newsletter sign-up" });
  await user.click(button("Save"));
  expect(await within(signUp).findByText("A List must be selected", {}, patience)).toBeVisible();
  await user.click(within(signUp).getByRole("combobox", { name: "Mailing list" }));
  await user.click(await screen.findByRole("option", { name: "Letters" }, patience));
  await user.click(button("Move section 2 up"));
  await user.click(button("Add section"));
  expect(await screen.findByRole("menuitem", { name: "Social links" }, patience)).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Newsletter sign-up" })).toBeNull();
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Save" }, patience));
  await waitFor(
    () => expect(lastDraft().footer.sections.map(({ kind }) => kind)).toEqual(["newsletter", "links"]),
    patience,
  );
  const [first, second] = lastDraft().footer.sections;
  expect(first).toMatchObject({ mailingList: "Letters", submitButtonText: "S’inscrire", successMessage: "Merci." });
  expect(second).toMatchObject({ title: "Help", links: [{ title: "Delivery", url: "/delivery", newWindow: false }] });

  await user.click(button("Remove section 1"));
  await user.click(button("Save"));
  await waitFor(() => expect(lastDraft().footer.sections).toHaveLength(1), patience);
});

it("keeps a plain text in the footer until it is edited", async () => {
  const plain = backEnd.headerFooter.versions[0]!;
  const footer = { ...plain.footer, sections: [{ title: "Hours", text: "9 to 5" }] };
  backEnd.headerFooter = { ...backEnd.headerFooter, versions: [{ ...plain, footer }], published: { ...plain, footer } };
  const { user } = await open();
  const section = screen.getByRole("group", { name: "Section 1: Text" });
  expect(await within(section).findByText("9 to 5", {}, patience)).toBeVisible();
  await announce(user, "Open");
  expect(lastDraft().footer.sections).toEqual([{ kind: "text", title: "Hours", text: "9 to 5" }]);
});

it("edits the pop-up, and offers it in the preview", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("switch", { name: "Show a popup on pages, posts and products" }));
  await write(user, screen.getByRole("textbox", { name: "Popup heading" }), "Open studio");
  await user.type(screen.getByRole("textbox", { name: "Popup button" }), "Come");
  await write(user, screen.getByRole("combobox", { name: "Popup button link" }), "/visit");
  const days = screen.getByRole("textbox", { name: "Days before it is shown again after closing" });
  await user.clear(days);
  await user.type(days, "some");
  await user.click(button("Save"));
  expect(await screen.findByText("Enter a whole number", {}, patience)).toBeVisible();
  await user.clear(days);
  await user.type(days, "7");
  await user.click(button("Save"));
  await waitFor(() => expect(lastDraft().header.popupOverlay.enabled).toBe(true), patience);
  expect(lastDraft().header.popupOverlay).toMatchObject({
    title: "Open studio",
    button: { label: "Come", url: "/visit" },
    days: 7,
  });
  const preview = screen.getByRole("region", { name: "Preview" });
  await user.click(within(preview).getByRole("combobox"));
  expect(await screen.findByRole("option", { name: /Popup/ }, patience)).toBeVisible();
});

it("sets the pop-up's mailing list, and turns double opt-in off", async () => {
  backEnd.mailingLists = [{ id: "mls-1", name: "Friends", formerNames: ["Readers"], createdOn: 0 }];
  const { user } = await open();
  await user.click(screen.getByRole("switch", { name: "Newsletter sign-up form" }));
  await user.click(await screen.findByRole("combobox", { name: "Mailing list" }, patience));
  await user.click(await screen.findByRole("option", { name: "Friends" }, patience));
  await user.type(screen.getByRole("textbox", { name: "Sign-up button" }), "Join");
  await write(user, screen.getByRole("textbox", { name: "Message after signing up" }), "Thank you.");
  await user.click(button("Save"));
  await waitFor(
    () => expect(lastDraft().header.popupOverlay.newsletter).toMatchObject({ mailingList: "Friends" }),
    patience,
  );
  expect(lastDraft().header.popupOverlay.newsletter).not.toHaveProperty("doubleOptIn");
  await user.click(screen.getByRole("switch", { name: "Ask subscribers to confirm by e-mail (double opt-in)" }));
  await user.click(button("Save"));
  await waitFor(
    () => expect(lastDraft().header.popupOverlay.newsletter).toMatchObject({ doubleOptIn: false }),
    patience,
  );
});

it("adds a header button that links to a page", async () => {
  const { user } = await open();
  await write(user, screen.getByRole("textbox", { name: "Button text" }), "Book a table");
  await user.click(screen.getByRole("combobox", { name: "Button link" }));
  const first = (await screen.findAllByRole("option", {}, patience))[1]!;
  const page = backEnd.pages.find(({ title }) => first.textContent.startsWith(title))!;
  await user.click(first);
  await user.click(screen.getByRole("switch", { name: "Open the button link in a new window" }));
  await user.click(button("Save"));
  await waitFor(
    () => expect(lastDraft().header.button).toEqual({ label: "Book a table", url: page.fullUrl, newWindow: true }),
    patience,
  );

  const address = screen.getByRole("combobox", { name: "Button link" });
  await user.clear(address);
  await write(user, address, "javascript:f()");
  await user.click(button("Save"));
  expect(await screen.findByText("Enter an address such as /shop or https://domain.com.", {}, patience)).toBeVisible();
});

it("adds a menu and a linked image to the footer", async () => {
  const { user } = await open();
  const picture = backEnd.assets.find(({ kind }) => kind === "picture")!;
  await addSection(user, "Menu");
  const menu = within(screen.getByRole("group", { name: "Section 1: Menu" }));
  await user.click(menu.getByRole("combobox", { name: "Navigation" }));
  await user.click(await screen.findByRole("option", { name: "Footer navigation" }, patience));
  await addSection(user, "Image");
  const section = within(screen.getByRole("group", { name: "Section 2: Image" }));
  await write(user, section.getByRole("combobox", { name: "Image links to" }), "/guild");
  await user.type(section.getByRole("textbox", { name: "Width in pixels" }), "9");
  await user.click(button("Save"));
  for (const told of [
    "Choose an image",
    "Describe the image: screen readers read it as the link",
    "Enter a width of 16 to 1600 pixels",
  ]) {
    expect(await section.findByText(told, {}, patience)).toBeVisible();
  }
  await user.click(section.getByRole("button", { name: "Choose image: section 2" }));
  const picker = await screen.findByRole("dialog", {}, patience);
  await user.click(await within(picker).findByRole("button", { name: new RegExp(picture.filename) }, patience));
  await write(user, await section.findByRole("textbox", { name: "Image description" }, patience), "Guild of potters");
  await user.type(section.getByRole("textbox", { name: "Width in pixels" }), "6");
  await user.click(button("Save"));
  await waitFor(() => expect(lastDraft().footer.sections).toHaveLength(2), patience);
  expect(lastDraft().footer.sections).toEqual([
    { kind: "menu", title: "", text: "", navigation: "footerNav" },
    {
      kind: "picture",
      title: "",
      text: "",
      assetId: picture.id,
      altText: "Guild of potters",
      url: "/guild",
      newWindow: false,
      width: 96,
    },
  ]);
});

it("chooses the pages that show the pop-up", async () => {
  const { user } = await open();
  await user.click(screen.getByRole("combobox", { name: "Where to show it" }));
  await user.click(await screen.findByRole("option", { name: "Only on selected pages" }, patience));
  await user.click(button("Save"));
  expect(await screen.findByText("Choose at least one page", {}, patience)).toBeVisible();
  const chosen = backEnd.pages[1]!;
  await user.click(screen.getByRole("combobox", { name: "Pages" }));
  await user.click(await screen.findByRole("option", { name: chosen.title }, patience));
  await user.click(button("Save"));
  await waitFor(
    () => expect(lastDraft().header.popupOverlay.pages).toEqual({ on: "only", ids: [chosen.id] }),
    patience,
  );
});

it("names the button for the image of the pop-up in the language of the admin", async () => {
  await act(() => showLanguage("es"));
  renderApp(address, "owner");
  const user = userEvent.setup();
  const shown = { name: "Mostrar una ventana emergente en páginas, entradas y productos" };
  await user.click(await screen.findByRole("switch", shown, patience));
  expect(await screen.findByRole("button", { name: "Elegir imagen: ventana emergente" }, patience)).toBeVisible();
});
