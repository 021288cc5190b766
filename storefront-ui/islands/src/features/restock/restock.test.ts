import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { dispatchVariantChosen } from "@/shared/shop/variant-chosen";
import { createPageStore } from "@/shared/store/page-store";
import { isEmail } from "@/shared/text/email";
import { change } from "@/testing/act";
import { problem, stubServer, type Reply, type Sent } from "@/testing/server";
import { context } from "@/testing/shop";
import { mountRestock } from "./restock";

const path = "/api/site-users/account/notifications/restock";

function view(variantId: string, hidden: boolean, captcha = false): string {
  return `<div class="product-restock-notification" data-product-id="i1" data-variant-id="${variantId}"${hidden ? " hidden" : ""}>
    <span class="product-restock-cta">Want to know when it is back?</span>
    <form class="product-restock-form" action="#">
      <input type="text" name="email" placeholder="Email Address"><input type="submit" value="Notify Me">
    </form>
    <label><input type="checkbox" name="isJoinMailingList" checked>News</label>
    ${captcha ? '<div class="captcha-container"></div>' : ""}</div>`;
}

function openPage(attributes = "", views = view("v1", false), chosen = "") {
  document.body.innerHTML = `<article><form data-stoa-island="product-form"${chosen === "" ? "" : ` data-chosen-variant="${chosen}"`}></form>
    <div data-stoa-island="restock" data-item-id="i1" ${attributes}>${views}</div></article>`;
  const place = document.querySelector<HTMLElement>('[data-stoa-island="restock"]')!;
  change(() => mountRestock(place, createPageStore(), context));
  const form = place.querySelector("form")!;
  const productForm = document.querySelector<HTMLElement>('[data-stoa-island="product-form"]')!;
  return {
    choose: (variantId: string | null, itemId = "i1") =>
      change(() => dispatchVariantChosen(productForm, itemId, variantId)),
    shown: () =>
      [...place.querySelectorAll<HTMLElement>("[data-variant-id]")]
        .filter(({ hidden }) => !hidden)
        .map(({ dataset }) => dataset.variantId),
    error: () => place.querySelector('[role="alert"]')?.textContent ?? null,
    text: () => place.textContent.replace(/\s+/g, " ").trim(),
    submit: (email: string) => {
      form.querySelector("input")!.value = email;
      change(() => form.requestSubmit());
    },
  };
}

const fine = (): Reply => ({ body: { success: true } });
const unanswered = (sent: Sent): Reply => {
  throw new Error(`${sent.method} ${sent.path}`);
};

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

// spec: restock.email.blank, restock.email.invalid
test("an invalid address is not sent", () => {
  const calls = stubServer(unanswered);
  const page = openPage();
  const email = screen.getByRole("textbox", { name: "Email Address" });
  const error = screen.getByRole("alert");
  expect([error.textContent, email.hasAttribute("aria-invalid")]).toEqual(["", false]);
  page.submit("  ");
  expect(page.error()).toBe("Email cannot be blank");
  expect([email.getAttribute("aria-invalid"), email.getAttribute("aria-describedby")]).toEqual(["true", error.id]);
  expect(document.activeElement).toBe(email);
  page.submit("abc");
  expect(page.error()).toBe("Email is invalid");
  expect(calls).toEqual([]);
});

test("addresses have 3 to 256 characters and end in two to four letters or digits", () => {
  const long = (length: number): string => `${"a".repeat(length - 5)}@b.co`;
  for (const right of ["a@b.co", long(256)]) expect(isEmail(right)).toBe(true);
  for (const wrong of ["a@", "a@b", "a@b.photo", long(257)]) expect(isEmail(wrong)).toBe(false);
});

// spec: restock.payload, restock.block.success-replace
test("a sign-up contains exactly these members; only the call to action stays", async () => {
  const calls = stubServer(fine);
  const page = openPage();
  page.submit("ada@example.com");
  await waitFor(() => expect(page.text()).toBe("Want to know when it is back?Signed up!"));
  const body = { isJoinMailingList: true, productId: "i1", variantId: "v1", siteVisitorEmail: "ada@example.com" };
  expect(calls.map(({ method, path: called, body: sent }) => [method, called, sent])).toEqual([["POST", path, body]]);
});

test("the success message takes the focus of the form", async () => {
  stubServer(fine);
  const page = openPage();
  document.querySelector<HTMLInputElement>('input[name="email"]')!.focus();
  page.submit("ada@example.com");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Signed up!"));
});

// spec: restock.block.success-text
test("the shop's own text follows a sign-up", async () => {
  stubServer(fine);
  const page = openPage('data-success-text="We will write to you."');
  page.submit("ada@example.com");
  await waitFor(() => expect(page.text()).toContain("We will write to you."));
});

// spec: restock.block.states
test("an error is shown until the next attempt", async () => {
  let answer: Reply | Promise<Reply> = problem(400, "validation-failed", "This item is in stock.");
  stubServer(() => answer);
  const page = openPage();
  page.submit("ada@example.com");
  await waitFor(() => expect(page.error()).toBe("This item is in stock."));
  let release: (reply: Reply) => void = () => undefined;
  answer = new Promise((resolve) => (release = resolve));
  page.submit("ada@example.com");
  expect(page.error()).toBe("");
  release(fine());
  await waitFor(() => expect(page.text()).toContain("Signed up!"));
});

// spec: restock.payload.language
test("the language is sent if e-mails are available in it and the page is translated", async () => {
  const calls = stubServer(fine);
  document.documentElement.lang = "de-DE";
  const send = async (attributes: string, widget: boolean): Promise<unknown> => {
    const page = openPage(attributes);
    if (widget)
      document.body.append(
        Object.assign(document.createElement("div"), { innerHTML: "<i data-translation-widget></i>" }),
      );
    page.submit("ada@example.com");
    await waitFor(() => expect(page.text()).toContain("Signed up!"));
    return (calls.at(-1)!.body as { language?: string }).language;
  };
  expect(await send("data-multilingual-mail", true)).toBe("de-DE");
  expect(await send("data-multilingual-mail", false)).toBeUndefined();
  expect(await send("", true)).toBeUndefined();
});

// spec: restock.visibility.per-variant.open
test("the block of the chosen variant is shown", () => {
  const page = openPage("", view("v1", true) + view("v2", true));
  expect(page.shown()).toEqual([]);
  page.choose("v2");
  expect(page.shown()).toEqual(["v2"]);
  page.choose("v1", "another product");
  expect(page.shown()).toEqual(["v2"]);
  page.choose("v3");
  expect(page.shown()).toEqual([]);
  page.choose(null);
  expect(page.shown()).toEqual([]);
});

test("a variant that was chosen before is known", () => {
  const page = openPage("", view("v1", true) + view("v2", true), "v2");
  expect(page.shown()).toEqual(["v2"]);
});

/** A page whose captcha script is already loaded. */
function openWithCaptcha(kind: "checkbox" | "enterprise", token: string) {
  const ready = (then: () => void): void => then();
  const enterprise = { ready, execute: () => Promise.resolve(token) };
  const render = (place: HTMLElement): number => {
    place.append(document.createElement("iframe"));
    return 7;
  };
  const api = { ready, render, getResponse: () => token, reset: vi.fn() };
  vi.stubGlobal("grecaptcha", kind === "enterprise" ? { ...api, enterprise } : api);
  const address = `https://captcha.example/${kind}-${token}.js`;
  const attributes = `data-captcha-kind="${kind}" data-captcha-key="k1" data-captcha-script="${address}"`;
  const page = openPage(attributes, view("v1", false, kind === "checkbox"));
  const arrive = async (): Promise<void> => {
    await waitFor(() => expect(document.head.querySelector("script")).not.toBeNull());
    document.head.querySelector("script")!.dispatchEvent(new Event("load"));
    await Promise.resolve();
  };
  return { ...page, arrive };
}

// spec: restock.captcha.incomplete
test("an unsolved captcha prevents the sign-up, a solved one is sent", async () => {
  const calls = stubServer(fine);
  const unsolved = openWithCaptcha("checkbox", "");
  await unsolved.arrive();
  unsolved.submit("ada@example.com");
  await waitFor(() => expect(unsolved.error()).toBe("Complete CAPTCHA before submitting."));
  expect(calls).toEqual([]);
  document.head.replaceChildren();
  const solved = openWithCaptcha("checkbox", "t1");
  await solved.arrive();
  await waitFor(() => expect(document.querySelector("iframe")).not.toBeNull());
  solved.submit("ada@example.com");
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ captchaToken: "t1" }));
});

// spec: restock.captcha.enterprise-fallback
test("an error without a message has the fallback of the score-based captcha", async () => {
  const calls = stubServer(() => ({ status: 500, body: {} }));
  const page = openWithCaptcha("enterprise", "t2");
  page.submit("ada@example.com");
  await page.arrive();
  await waitFor(() => expect(page.error()).toBe("Unable to submit form. Please try again later."));
  expect(calls[0]?.body).toMatchObject({ recaptchaEnterpriseV3Token: "t2" });
});
