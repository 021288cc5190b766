import { expect, test, vi } from "vitest";
import { captchaOf } from "./captcha";

function place(attributes: string): HTMLElement {
  document.body.innerHTML = `<form ${attributes}><div class="captcha-container"></div></form>`;
  return document.querySelector("form")!;
}

// spec: form.captcha.missing-setup
test("a captcha without a key reports that it is not set up", async () => {
  const captcha = captchaOf(place('data-captcha-kind="checkbox"'));
  await expect(captcha?.show(null)).rejects.toThrow("ReCaptcha has not been set up!");
  await expect(captcha?.prove(null)).rejects.toThrow("ReCaptcha has not been set up!");
  expect(captchaOf(place(""))).toBeNull();
});

// spec: form.captcha.compact
test.each([
  [319, "compact"],
  [320, "normal"],
])("in an element %i pixels wide the challenge is %s", async (width, size) => {
  const render = vi.fn(() => 1);
  vi.stubGlobal("grecaptcha", { ready: (then: () => void) => then(), render });
  const address = `https://captcha.example/${width}.js`;
  const form = place(`data-captcha-kind="checkbox" data-captcha-key="site" data-captcha-script="${address}"`);
  const container = form.querySelector<HTMLElement>(".captcha-container")!;
  container.getBoundingClientRect = () => new DOMRect(0, 0, width, 10);
  const shown = captchaOf(form)!.show(container);
  document.head.querySelector(`script[src^="${address}"]`)?.dispatchEvent(new Event("load"));
  await shown;
  expect(render).toHaveBeenCalledExactlyOnceWith(container, { sitekey: "site", size });
});
