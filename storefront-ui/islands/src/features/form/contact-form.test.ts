import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { navigation } from "@/shared/page/navigation";
import { createPageStore } from "@/shared/store/page-store";
import { change, press } from "@/testing/act";
import { problem, stubServer, type Reply, type Sent } from "@/testing/server";
import { context } from "@/testing/shop";
import { submissionSuccess } from "@/shared/page/submission";
import { mountForm } from "./contact-form";
import { notProcessed } from "./failure";
import { isEmail } from "@/shared/text/email";

const keyPath = "/api/form/FormSubmissionKey";
const error = (id: string): string => `<p class="stoa-field__error" data-field-error="${id}" hidden></p>`;

function openForm(successUrl = "", attributes = "", ofMessage = ""): HTMLFormElement {
  document.body.innerHTML = `<div><form data-form-id="b1" data-success-url="${successUrl}" ${attributes}>
    <div data-field-id="email" data-field-type="email">
      <label class="stoa-field__label" for="f-email">Email <span class="stoa-field__required">(required)</span></label>
      <input id="f-email" type="email" required>${error("email")}</div>
    <div data-field-id="message" data-field-type="textarea">
      <label class="stoa-field__label" for="f-message">Message</label>
      <textarea id="f-message" maxlength="10" ${ofMessage}></textarea>${error("message")}</div>
    <div data-form-captcha></div>
    <button type="submit" data-form-submit>Send it</button>
    <div data-form-status role="status"></div>
  </form><div data-form-success tabindex="-1" hidden>Thank you.</div></div>`;
  const form = document.querySelector("form")!;
  change(() => mountForm(form, createPageStore(), context));
  return form;
}

const button = () => document.querySelector("button")!;
const status = () => document.querySelector("[data-form-status]")!.textContent;
const errorAt = (id: string) => document.querySelector<HTMLElement>(`[data-field-error=${id}]`)!;

function type(id: string, text: string): void {
  const control = document.querySelector<HTMLTextAreaElement>(`#f-${id}`)!;
  control.value = text;
  change(() => control.dispatchEvent(new Event("input")));
}

/** Returns the key, and the given reply to the submission. */
function formServer(submission: Reply): Sent[] {
  return stubServer((sent) => (sent.path === keyPath ? { body: { key: "k1", data: { key: "k1" } } } : submission));
}

const saved: Reply = { body: { success: true, submissionId: "s1" } };

/** Lets what was begun go on until the next request. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function click(): Promise<void> {
  press(button());
  await settle();
}

/** Submits, and waits for the outcome. */
async function submit(): Promise<void> {
  await click();
  await expect.poll(() => button().textContent).toBe("Send it");
}

beforeAll(async () => {
  // They would be loaded by the first test only.
  await Promise.all([
    import("./sending"),
    import("@stoa/api/client"),
    import("@/shared/captcha/captcha"),
    import("@/shared/motion/scroll"),
  ]);
});

/** Reduced motion, so that the page scrolls at once. */
beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("scrollTo", () => undefined);
});

// spec: security.credentials-sent
test("key and submission are sent with cookies", async () => {
  const calls = formServer(saved);
  openForm();
  type("email", "ada@example.com");
  await submit();
  expect(calls.map(({ credentials }) => credentials)).toEqual(["include", "include"]);
});

// spec: form.payload.fields
test("the submission contains the page and the values", async () => {
  const calls = formServer(saved);
  openForm();
  type("email", "ada@example.com");
  type("message", "Hello");
  await submit();
  expect(calls.map((call) => call.path)).toEqual([keyPath, "/api/form/SaveFormSubmission"]);
  const { form, ...body } = calls[1]!.body as Record<string, unknown>;
  expect(body).toEqual({
    key: "k1",
    formId: "b1",
    pageTitle: "Hearth Mug",
    pageId: "p1",
    contentSource: "i",
    pagePath: "/",
    pagePermissionTypeValue: 1,
  });
  expect(JSON.parse(String(form))).toEqual({ email: "ada@example.com", message: "Hello" });
});

// spec: form.submit.lock
test("the form is disabled while it is sent", async () => {
  let arrive: () => void = () => undefined;
  const calls = stubServer(async (sent) => {
    if (sent.path === keyPath) return { body: { key: "k1", data: { key: "k1" } } };
    await new Promise<void>((resolve) => (arrive = resolve));
    return saved;
  });
  openForm();
  type("email", "ada@example.com");
  await click();
  expect(button().textContent).toBe("Submitting…");
  await expect.poll(() => calls.length).toBe(2);
  await click();
  arrive();
  await expect.poll(() => button().textContent).toBe("Send it");
  expect(calls).toHaveLength(2);
});

test("success replaces the form with the text", async () => {
  formServer(saved);
  const form = openForm();
  const heard = vi.fn();
  document.addEventListener(submissionSuccess, heard, { once: true });
  type("email", "ada@example.com");
  await submit();
  expect(heard).toHaveBeenCalledOnce();
  expect(form.hidden).toBe(true);
  expect(document.activeElement?.textContent).toBe("Thank you.");
});

test("success redirects to the configured page", async () => {
  const go = vi.spyOn(navigation, "go").mockImplementation(() => undefined);
  formServer(saved);
  const form = openForm("/thanks");
  type("email", "ada@example.com");
  await submit();
  expect(go).toHaveBeenCalledExactlyOnceWith("/thanks");
  expect(form.hidden).toBe(false);
});

// spec: form.validate.email, form.validate.email-example.open, form.validate.any-invalid
test("an invalid value is shown at its field and nothing is sent", async () => {
  const calls = formServer(saved);
  openForm();
  for (const typed of ["", "abc"]) {
    type("email", typed);
    await click();
    expect(errorAt("email").textContent).toBe(
      "Email is not valid. Email addresses should follow the format user@domain.com.",
    );
    expect(status()).toBe("One or more fields is invalid, please check your entries.");
    expect(document.activeElement?.id).toBe("f-email");
  }
  expect(calls).toEqual([]);
  type("email", "ada@example.com");
  await submit();
  expect(errorAt("email").hidden).toBe(true);
});

// spec: form.validate.max-length
test("a long text is limited in length", async () => {
  const calls = formServer(problem(418, "teapot", "No"));
  openForm();
  type("email", "ada@example.com");
  type("message", "12345678901");
  await click();
  expect(errorAt("message").textContent).toBe("You have exceeded the character limit.");
  expect(calls).toEqual([]);
  for (const fine of ["1234567890", ""]) {
    type("message", fine);
    await submit();
    expect(errorAt("message").hidden).toBe(true);
  }
});

// spec: form.textarea.counter
test("a long text has a character counter", () => {
  openForm();
  const counter = () => document.querySelector("[data-counter]")!;
  type("message", "abc");
  expect(counter().textContent).toBe("3 / 10");
  expect(counter().className).toBe("stoa-field__help");
  type("message", "12345678901");
  expect(counter().textContent).toBe("11 / 10");
  expect(counter().className).toBe("stoa-field__error");
  expect(document.querySelector("#f-message")?.getAttribute("aria-invalid")).toBe("true");
});

// spec: form.validate.email-pattern
test("email addresses follow the pattern", () => {
  const long = (length: number): string => `${"a".repeat(length - "@b.co".length)}@b.co`;
  for (const fine of ["a@b.co", "a.b+c@sub.example.org", long(256)]) expect(isEmail(fine), fine).toBe(true);
  for (const wrong of ["a@b", "@b.co", "a@b.photo", "a@b.c", "a@.co", "a b@c.de", long(257)]) {
    expect(isEmail(wrong), wrong).toBe(false);
  }
});

async function refusalText(submission: Reply): Promise<string> {
  formServer(submission);
  openForm();
  type("email", "ada@example.com");
  await submit();
  return status();
}

// spec: form.submit.status-401
test("401 asks to come back later", async () => {
  expect(await refusalText({ status: 401 })).toBe("Unable to submit form. Please try again later.");
});

// spec: form.submit.status-500
test("500 asks to come back later", async () => {
  expect(await refusalText({ status: 500 })).toBe("Unable to send form. Please try again later.");
});

// spec: form.submit.status-400-errors
test("server errors are shown at their fields", async () => {
  const errors = { message: "You have exceeded the character limit." };
  await refusalText(problem(400, "validation-failed", "Wrong", { errors }));
  expect(errorAt("message").textContent).toBe("You have exceeded the character limit.");
  expect(document.querySelector("#f-message")?.getAttribute("aria-describedby")).toBe(errorAt("message").id);
});

// spec: form.submit.otherwise
test("other errors show the server's text, or a generic one", async () => {
  expect(await refusalText(problem(400, "bad-request", "X"))).toBe("X");
  expect(await refusalText({ status: 418 })).toBe("Unknown error, please try again later.");
});

// spec: form.key.failed
test("without a key nothing is sent", async () => {
  const calls = stubServer(() => ({ status: 500 }));
  openForm();
  type("email", "ada@example.com");
  await submit();
  expect(status()).toBe("Could not get a form submission key, please try again later.");
  expect(calls).toHaveLength(1);
});

// spec: form.error.scroll-down, form.error.scroll-up
test("an invalid field out of view is linked", async () => {
  openForm();
  const field = document.querySelector("#f-email")!;
  for (const [top, way] of [
    [window.innerHeight + 100, "down"],
    [-200, "up"],
  ] as const) {
    field.getBoundingClientRect = () => new DOMRect(0, top, 100, 40);
    await click();
    expect(status()).toContain(`Your form has encountered a problem. Please scroll ${way} to review.`);
  }
});

// spec: form.validate.required.open
test("a missing required value names its field", async () => {
  openForm("", "", "required");
  type("email", "ada@example.com");
  await click();
  expect(errorAt("message").textContent).toBe("Message is required.");
});

// spec: form.validate.before-send
test("a form with validation off is sent unchanged", async () => {
  const calls = formServer(saved);
  openForm("", "novalidate");
  type("email", "abc");
  await submit();
  expect(calls).toHaveLength(2);
  expect(errorAt("email").hidden).toBe(true);

  openForm();
  type("email", "abc");
  await click();
  expect(calls).toHaveLength(2);
});

// spec: form.submit.success-order, form.success-event.open
test("the event is fired before the redirect or the text", async () => {
  const order: string[] = [];
  vi.spyOn(navigation, "go").mockImplementation((address) => order.push(address));
  vi.stubGlobal("scrollTo", () => order.push("scrolled"));
  for (const address of ["/thanks", ""]) {
    formServer(saved);
    const form = openForm(address);
    form.addEventListener(submissionSuccess, (event) => {
      expect((event as CustomEvent).detail).toEqual({ formId: "b1", submissionId: "s1" });
      order.push(form.hidden ? "too late" : "told");
    });
    type("email", "ada@example.com");
    await submit();
    order.push(form.hidden ? "hidden" : "shown");
  }
  expect(order).toEqual(["told", "/thanks", "shown", "told", "scrolled", "hidden"]);
});

const challenge = "8.9999999999999.c2lnbmF0dXJl";
const withKey = (submission: Reply): Sent[] =>
  stubServer((sent) => (sent.path === keyPath ? { body: { key: "k1", data: { key: "k1" }, challenge } } : submission));

test("our own captcha is solved for the key and sent", async () => {
  const calls = withKey(saved);
  openForm("", 'data-captcha-kind="work"');
  type("email", "ada@example.com");
  await submit();
  expect((calls[1]!.body as { captchaKey: string }).captchaKey).toMatch(/^8\.9999999999999\.c2lnbmF0dXJl\.\d+$/);
});

/** A captcha service's script, already loaded. */
function captchaService(token: string): { reset: ReturnType<typeof vi.fn>; attributes: string } {
  const reset = vi.fn();
  const api = { ready: (then: () => void) => then(), render: () => 1, getResponse: () => token, reset };
  vi.stubGlobal("grecaptcha", api);
  const address = `https://captcha.example/${token || "unsolved"}.js`;
  return { reset, attributes: `data-captcha-kind="checkbox" data-captcha-key="k" data-captcha-script="${address}"` };
}

function scriptArrives(isThere: boolean): void {
  document.head.querySelector("script:last-of-type")?.dispatchEvent(new Event(isThere ? "load" : "error"));
}

// spec: form.error.captcha-incomplete
test("an unsolved captcha is reported", async () => {
  const calls = withKey(saved);
  openForm("", captchaService("").attributes);
  await settle();
  scriptArrives(true);
  type("email", "ada@example.com");
  await submit();
  expect(status()).toBe("Complete CAPTCHA before submitting.");
  expect(calls).toHaveLength(1);
});

// spec: form.error.captcha-failed
test("a failing captcha is reported", async () => {
  withKey(saved);
  openForm("", captchaService("never").attributes);
  await settle();
  scriptArrives(false);
  type("email", "ada@example.com");
  await submit();
  expect(status()).toBe("reCAPTCHA failed. Refresh this page and try again.");
});

// spec: form.submit.failure-state
test("after an error the form can be sent again, with a new token", async () => {
  const calls = withKey(problem(400, "bad-request", "X"));
  const { reset, attributes } = captchaService("token");
  openForm("", attributes);
  await settle();
  scriptArrives(true);
  type("email", "ada@example.com");
  await submit();
  expect((calls[1]!.body as { captchaKey: string }).captchaKey).toBe("token");
  expect(status()).toBe("X");
  expect(button().getAttribute("aria-disabled")).toBe("false");
  expect(reset).toHaveBeenCalledOnce();
});

// spec: form.error.processing
test("an unreadable response asks to reload", async () => {
  expect(await refusalText({ body: { success: false } })).toBe(notProcessed);
  expect(await refusalText(problem(400, "bad-request", notProcessed))).toBe(notProcessed);
});

// spec: form.error.parse-fields
test("unreadable fields are reported", async () => {
  const calls = formServer(saved);
  openForm();
  type("email", "ada@example.com");
  vi.spyOn(document.querySelector<HTMLInputElement>("#f-email")!, "value", "get").mockImplementation(() => {
    throw new Error("no value");
  });
  await click();
  await expect.poll(status).toBe("Could not parse the form fields, please check your entries.");
  expect(calls).toEqual([]);
});

// spec: form.submit.status-404, form.submit.status-429
test("a missing form and too many submissions have their own messages", async () => {
  expect(await refusalText({ status: 404 })).toBe("This form has not been configured yet.");
  expect(await refusalText({ status: 429 })).toBe(
    "Unable to submit form. Submission rate limit exceeded. Please try again later.",
  );
});

test("bots fill in the honeypot field", async () => {
  const calls = formServer(saved);
  const form = openForm();
  form.insertAdjacentHTML("beforeend", '<input data-form-trap value="https://cheap.example">');
  form.dispatchEvent(new Event("input"));
  type("email", "ada@example.com");
  await submit();
  expect(calls[1]?.body).toMatchObject({ websiteAddress: "https://cheap.example" });
  expect((calls[1]!.body as { filledInMs: number }).filledInMs).toBeTypeOf("number");
});
