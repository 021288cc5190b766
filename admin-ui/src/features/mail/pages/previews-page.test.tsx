import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { ownStyles } from "@/testing/styles";

const patience = { timeout: 10_000 };

it("previews an e-mail in another language and at phone width", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/mail/previews");
  const email = await screen.findByTitle("E-mail", {}, patience);
  expect(email).toHaveAttribute("sandbox", "");
  expect(email).toHaveAttribute("srcdoc", "<p>order-confirmed in en</p>");
  await user.click(screen.getByLabelText("Language"));
  await user.click(await screen.findByText("German"));
  await expect
    .poll(() => screen.getByTitle("E-mail").getAttribute("srcdoc"), patience)
    .toBe("<p>order-confirmed in de</p>");
  await user.click(screen.getByText("Phone"));
  expect(ownStyles(screen.getByTitle("E-mail")).maxWidth).toBe("390px");
});

it("sends a test e-mail to the user", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/mail/previews");
  await user.click(await screen.findByText("Send me a test e-mail", {}, patience));
  expect(await screen.findByText("The test e-mail is being sent to your address.", {}, patience)).toBeVisible();
});

it("reports a test e-mail that cannot be sent as an error", async () => {
  server.use(http.post("*/mail/previews/:emailKind/send", () => new HttpResponse(null, { status: 503 })));
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/mail/previews");
  await user.click(await screen.findByText("Send me a test e-mail", {}, patience));
  const toast = await screen.findByRole("alert", {}, patience);
  expect(toast).toHaveClass("MuiAlert-colorError");
  expect(toast).not.toHaveTextContent("is being sent");
});
