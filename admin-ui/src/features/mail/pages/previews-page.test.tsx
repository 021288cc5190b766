import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "@/testing/render-app";
import { drawStyles } from "@/testing/styles";

const patience = { timeout: 10_000 };

drawStyles();

it("shows a letter in another language and at the width of a phone", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/mail/previews");
  const letter = await screen.findByTitle("Letter", {}, patience);
  expect(letter).toHaveAttribute("sandbox", "");
  expect(letter).toHaveAttribute("srcdoc", "<p>order-confirmed in en</p>");
  await user.click(screen.getByLabelText("Language"));
  await user.click(await screen.findByText("German"));
  await expect.poll(() => screen.getByTitle("Letter").getAttribute("srcdoc"), patience).toBe("<p>order-confirmed in de</p>");
  await user.click(screen.getByText("Phone"));
  expect(screen.getByTitle("Letter")).toHaveStyle({ maxWidth: "390px" });
});

it("sends a letter to who looks at it", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/mail/previews");
  await user.click(await screen.findByText("Send me a test", {}, patience));
  expect(await screen.findByText("The letter is on its way to your address.", {}, patience)).toBeVisible();
});
