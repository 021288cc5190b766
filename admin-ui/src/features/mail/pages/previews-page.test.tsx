import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";
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
