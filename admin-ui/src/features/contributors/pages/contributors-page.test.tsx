import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };
const row = (name: RegExp) => screen.findByRole("row", { name }, patience);

it("invites a new contributor", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/contributors");
  expect(await row(/Kai Moreno/)).toHaveTextContent("Store manager");
  await user.click(screen.getByRole("button", { name: "Invite" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByLabelText("E-mail"));
  await user.paste("shop@stoa.example");
  expect(dialog.getByRole("button", { name: "Invite" })).toBeDisabled();
  await user.click(dialog.getByLabelText(/^Editor/));
  await user.click(dialog.getByRole("button", { name: "Invite" }));
  expect(await dialog.findByText("This person is already a contributor.")).toBeVisible();
  await user.clear(dialog.getByLabelText("E-mail"));
  await user.paste("mira@example.com");
  await user.click(dialog.getByRole("button", { name: "Invite" }));
  expect(await row(/mira@example\.com/)).toHaveTextContent("Editor");
});

it("changes roles", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/contributors");
  await user.click(await screen.findByRole("button", { name: "Roles of Kai Moreno" }, patience));
  const roles = within(await screen.findByRole("dialog"));
  await user.click(roles.getByLabelText(/^Reporting/));
  await user.click(roles.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Store manager, Reporting", {}, patience)).toBeVisible();
});

it("revokes an invitation", async () => {
  const user = userEvent.setup();
  backEnd.invitations = [{ id: "inv-1", email: "mira@example.com", roles: [4], createdOn: 1, expiresOn: 2 }];
  renderApp("/sites/w-juniper/contributors");
  const name = "Cancel the invitation of mira@example.com";
  await user.click(await screen.findByRole("button", { name }, patience));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel invitation" }));
  expect(await screen.findByText("Invitation canceled", {}, patience)).toBeVisible();
  expect(backEnd.invitations).toHaveLength(0);
});

it("shows why the last administrator cannot be removed", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/contributors");
  await user.click(await screen.findByRole("button", { name: "Remove Robin Hale" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Remove yourself from this site?")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await dialog.findByText(/needs at least one administrator/)).toBeVisible();
});

it("shows audit log entries as text, and unknown actions by name", async () => {
  const [refund] = backEnd.auditLog;
  backEnd.auditLog.push({ ...refund!, id: "aud-2", action: "kiln.fire" });
  renderApp("/sites/w-juniper/audit-log");
  expect(await row(/Order refunded/)).toHaveTextContent("Kai Moreno");
  expect(await row(/kiln\.fire/)).toBeVisible();
});

it("filters the audit log by action, with the filter in the URL", async () => {
  const user = userEvent.setup();
  const [refund] = backEnd.auditLog;
  backEnd.auditLog.push({ ...refund!, id: "aud-2", action: "item.publish" });
  const { router } = renderApp("/sites/w-juniper/audit-log");
  expect(await row(/Item published/)).toBeVisible();
  await write(user, screen.getByRole("combobox", { name: "Action" }), "Order ref");
  await user.click(await screen.findByRole("option", { name: "Order refunded" }));
  await waitFor(() => expect(screen.queryByRole("row", { name: /Item published/ })).toBeNull(), patience);
  expect(await row(/Order refunded/)).toBeVisible();
  expect(router.state.location.search).toBe("?action=order.refund");
  await user.clear(screen.getByRole("combobox", { name: "Action" }));
  await write(user, screen.getByRole("combobox", { name: "Action" }), "Price list created");
  await user.click(await screen.findByRole("option", { name: "Price list created" }));
  expect(await screen.findByText("No matching activity", {}, patience)).toBeVisible();
});

it("shows an expired invitation, and accepts one with an existing account", async () => {
  const user = userEvent.setup();
  renderApp("/invitation#token=good");
  await user.click(await screen.findByRole("button", { name: "Accept with my account" }, patience));
  expect(await screen.findByText("Invitation accepted. Sign in with your account.", {}, patience)).toBeVisible();
});

it("requires two-step sign-in of everyone, and lists who has not set it up", async () => {
  const user = userEvent.setup();
  backEnd.secondFactorSince = 1;
  const { store } = renderApp("/sites/w-juniper/contributors");
  expect(await row(/Kai Moreno/)).toHaveTextContent("Password only");
  await user.click(await screen.findByRole("button", { name: "Require it" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  expect(
    dialog.getByText("1 contributor has not set it up. They have no access to this site until they do."),
  ).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Require it" }));
  expect(await screen.findByText("Required", {}, patience)).toBeVisible();
  expect(backEnd.secondFactorRequired).toBe(true);
  expect(store.getState().session).toMatchObject({
    websites: [{ secondFactorRequired: true }, { secondFactorRequired: false }],
  });
  await user.click(screen.getByRole("button", { name: "Stop requiring it" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Stop requiring it" }));
  expect(await screen.findByText("Optional", {}, patience)).toBeVisible();
});

it("does not allow requiring it without having set it up oneself", async () => {
  renderApp("/sites/w-juniper/contributors");
  expect(await screen.findByText("Set up two-step sign-in for your own account first.", {}, patience)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Require it" })).toBeNull();
});
