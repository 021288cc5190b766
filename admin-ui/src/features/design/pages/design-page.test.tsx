import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const patience = { timeout: 10_000 };
const address = "/sites/w-juniper/design";

vi.setConfig({ testTimeout: 60_000 });

async function open(who: "owner" | "viewer" = "owner") {
  const app = renderApp(address, who);
  const paper = await screen.findByRole("textbox", { name: "Background" }, patience);
  return { ...app, paper, user: userEvent.setup() };
}

it("autosaves a draft and publishes it", async () => {
  const { user, paper } = await open();
  fireEvent.change(paper, { target: { value: "#112233" } });
  await waitFor(() => expect(backEnd.design.draft.values).toEqual({ linen: { "color-paper": "#112233" } }), patience);
  expect(await screen.findByText("Draft saved", {}, patience)).toBeVisible();
  expect(backEnd.design.published.values).toEqual({});
  await user.click(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText(/Published\. Visitors/, {}, patience)).toBeVisible();
  expect(backEnd.design.published.values).toEqual({ linen: { "color-paper": "#112233" } });
});

it("applies a palette, warns about low contrast and resets to the theme's value", async () => {
  const { user, paper } = await open();
  await user.click(screen.getByRole("button", { name: "Night" }));
  expect(paper).toHaveValue("#1c1a19");
  expect(screen.queryByText(/Hard to read/)).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Reset Text" }));
  expect(screen.getByText(/Text on Background \(1\.1 to 1\)/)).toBeVisible();
});

it("keeps a theme's values while another is tried, and discards the draft after confirmation", async () => {
  const { user, paper } = await open();
  fireEvent.change(paper, { target: { value: "#112233" } });
  await user.click(screen.getByRole("button", { name: "Theme" }));
  await user.click(screen.getByRole("radio", { name: /Indigo/ }));
  await waitFor(
    () =>
      expect(backEnd.design.draft).toMatchObject({ theme: "indigo", values: { linen: { "color-paper": "#112233" } } }),
    patience,
  );
  await waitFor(() => expect(screen.getByRole("button", { name: "Discard" })).toBeEnabled(), patience);
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(backEnd.design.draft.theme).toBe("linen"), patience);
  expect(await screen.findByRole("radio", { name: /Linen/, checked: true })).toBeVisible();
});

it("reports conflicts, and shows errors at the field", async () => {
  const { user, paper } = await open();
  backEnd.design = { ...backEnd.design, revision: 9, draft: { ...backEnd.design.draft, css: "a{}" } };
  fireEvent.change(paper, { target: { value: "#445566" } });
  await user.click(await screen.findByRole("button", { name: "Keep mine" }, patience));
  await waitFor(
    () => expect(backEnd.design.draft).toMatchObject({ values: { linen: { "color-paper": "#445566" } }, css: "" }),
    patience,
  );
  await user.click(screen.getByRole("button", { name: "Custom CSS" }));
  fireEvent.change(screen.getByLabelText("Custom CSS rules"), { target: { value: "refused" } });
  expect(await screen.findByText("Use at most 100000 characters.", {}, patience)).toBeVisible();
  expect(screen.getByLabelText("Custom CSS rules")).toHaveValue("refused");
});
