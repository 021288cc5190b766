import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change } from "@/testing/act";
import { context } from "@/testing/shop";
import { mountForm } from "./contact-form";

test("a form in a dialog keeps its input", async () => {
  document.body.innerHTML = `<div class="stoa-form" data-form-lightbox="Write to us">
    <form data-form-id="b1" aria-label="Contact"><input id="f"><button type="submit">Send</button></form></div>`;
  const form = document.querySelector("form")!;
  change(() => mountForm(form, createPageStore(), context));
  const opener = screen.getByRole("button", { name: "Write to us" });
  expect(form.isConnected).toBe(false);

  await userEvent.click(opener);
  const dialog = await screen.findByRole("dialog", { name: "Contact" });
  expect([...dialog.children].map(({ className }) => className)).toEqual(["stoa-dialog__close", "stoa-form"]);
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
  await userEvent.type(screen.getByRole("textbox"), "half a sentence");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(opener);

  await userEvent.click(opener);
  await screen.findByRole("dialog", { name: "Contact" });
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("half a sentence");
});
