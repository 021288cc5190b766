import { expect, test, vi } from "vitest";
import { createPageStore } from "@/shared/store/page-store";
import { change, press } from "@/testing/act";
import { context } from "@/testing/shop";
import { mountForm } from "./contact-form";

test("a form in a dialog keeps its input", async () => {
  document.body.innerHTML = `<div class="stoa-form" data-form-lightbox="Write to us">
    <form data-form-id="b1" aria-label="Contact"><input id="f"><button type="submit">Send</button></form></div>`;
  const form = document.querySelector("form")!;
  change(() => mountForm(form, createPageStore(), context));
  const opener = document.querySelector("button")!;
  expect(opener.textContent).toBe("Write to us");
  expect(form.isConnected).toBe(false);

  press(opener);
  await vi.dynamicImportSettled();
  const dialog = document.querySelector("dialog")!;
  expect(dialog.getAttribute("aria-label")).toBe("Contact");
  expect(document.activeElement).toBe(form.querySelector("input"));
  form.querySelector("input")!.value = "half a sentence";
  dialog.querySelector<HTMLButtonElement>(".stoa-dialog__close")?.click();
  expect(document.querySelector("dialog")).toBeNull();

  press(opener);
  await vi.dynamicImportSettled();
  expect(document.querySelector<HTMLInputElement>("dialog input")?.value).toBe("half a sentence");
});
