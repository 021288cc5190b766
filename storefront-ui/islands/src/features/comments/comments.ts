import type { StoaClient } from "@stoa/api/client";
import { failureText } from "@/shared/api/failure-text";
import { settled, type Failure, type Result } from "@/shared/api/send";
import { captchaFailed, captchaOf, unsolvedCaptcha } from "@/shared/captcha/captcha";
import type { Captcha } from "@/shared/captcha/contract";
import { fetchSubmissionKey } from "@/shared/captcha/submission-key";
import { signInAddress } from "@/shared/page/sign-in";
import type { PageContext } from "@/shared/page/context";
import type { PageStore } from "@/shared/store/page-store";
import { element } from "@/shared/ui/elements";

interface Kept {
  approved: boolean;
  comment: { id: string; author: string; text: string };
}

const fields = ["author", "email", "text"] as const;

function control(form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : null;
}

function action(label: string, run: (button: HTMLButtonElement) => void): HTMLButtonElement {
  const button = element("button", "", label, { type: "button" });
  button.addEventListener("click", () => {
    run(button);
  });
  return button;
}

/** The result of a request with an empty response. */
function done(call: (api: StoaClient) => Promise<{ error?: unknown; response: Response }>): Promise<Result<true>> {
  return settled(async (api) => {
    const { error, response } = await call(api);
    return response.ok ? { data: true as const, response } : { error, response };
  });
}

/** Comments below a post: replying, reporting, liking and deleting without leaving the page. */
class Comments {
  readonly #place: HTMLElement;
  readonly #form: HTMLFormElement | null;
  readonly #target: string;
  readonly #signedIn: boolean;
  readonly #captcha: Captcha | null;
  #touchedAt: number | null = null;

  constructor(place: HTMLElement, store: PageStore) {
    this.#place = place;
    // Markup for browsers without scripts, including forms, is replaced with buttons.
    for (const bar of place.querySelectorAll<HTMLElement>("[data-comment]")) bar.replaceChildren();
    this.#form = place.querySelector("form");
    this.#captcha = this.#form === null ? null : captchaOf(this.#form);
    this.#target = place.dataset.targetId ?? "";
    this.#signedIn = store.getState().siteUser?.authenticated === true;
  }

  mount(): void {
    for (const bar of this.#place.querySelectorAll<HTMLElement>("[data-comment]")) this.#equip(bar);
    void this.#markOwn();
    const form = this.#form;
    if (form === null) return;
    if (this.#signedIn) {
      // The account's name and address are used.
      control(form, "author")?.removeAttribute("required");
      for (const name of ["author", "email"]) control(form, name)?.closest<HTMLElement>(".stoa-field")?.setAttribute("hidden", "");
    }
    // Captcha errors are shown when a comment is submitted.
    void this.#captcha?.show(form.querySelector("[data-comment-captcha]")).catch(() => undefined);
    form.addEventListener("input", () => {
      this.#touchedAt ??= Date.now();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#send(form);
    });
  }

  #equip(bar: HTMLElement): void {
    const id = bar.dataset.comment ?? "";
    if (this.#form !== null) bar.append(action("Reply", () => { this.#answer(id); }));
    if (this.#place.dataset.likes !== undefined) bar.append(this.#likeButton(id, Number(bar.dataset.likes ?? "0")));
    bar.append(action("Report", (button) => void this.#report(id, button)));
  }

  #likeButton(id: string, count: number): HTMLButtonElement {
    const label = (likes: number): string => (likes === 0 ? "Like" : `Like (${String(likes)})`);
    return action(label(count), (button) => {
      button.disabled = true;
      void settled((api) => api.POST("/api/comments/{commentId}/like", { params: { path: { commentId: id } } })).then((result) => {
        button.disabled = result.ok;
        button.textContent = result.ok ? label(result.data.likeCount) : failureText(result.failure);
      });
    });
  }

  /**
   * Comments written in this browser can be deleted; the page is cached for everyone, so they are requested
   * separately.
   */
  async #markOwn(): Promise<void> {
    if (this.#place.querySelector("[data-comment]") === null) return;
    const result = await settled((api) => api.GET("/api/comments", { params: { query: { targetId: this.#target, limit: 200 } } }));
    if (!result.ok) return;
    const own = result.data.comments.flatMap((thread) => [thread, ...thread.replies]).filter((said) => said.isOwn);
    for (const { id } of own) {
      this.#bar(id)?.append(action("Delete", (button) => void this.#remove(id, button)));
    }
  }

  #bar(id: string): HTMLElement | undefined {
    return [...this.#place.querySelectorAll<HTMLElement>("[data-comment]")].find((bar) => bar.dataset.comment === id);
  }

  #answer(id: string): void {
    const form = this.#form;
    const bar = this.#bar(id);
    if (form === null || bar === undefined) return;
    this.#turnTo(form, id);
    bar.after(form);
    control(form, "text")?.focus();
  }

  /** The comment that the form replies to; an empty id starts a new thread. */
  #turnTo(form: HTMLFormElement, id: string): void {
    const parent = control(form, "parentId");
    if (parent !== null) parent.value = id;
    const lead = form.querySelector("[data-comment-lead]");
    if (lead === null) return;
    lead.textContent = id === "" ? "Write a comment" : "Reply to this comment ";
    if (id === "") return;
    lead.append(
      action("Cancel", () => {
        this.#turnTo(form, "");
        this.#place.append(form);
      }),
    );
  }

  async #send(form: HTMLFormElement): Promise<void> {
    const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
    if (button?.getAttribute("aria-busy") === "true") return;
    const value = (name: string): string => control(form, name)?.value ?? "";
    this.#complain(form, {});
    this.#say(form, "", "info");
    button?.setAttribute("aria-busy", "true");
    await this.#deliver(form, value);
    button?.removeAttribute("aria-busy");
  }

  async #deliver(form: HTMLFormElement, value: (name: string) => string): Promise<void> {
    const proof = await this.#prove();
    if (typeof proof === "string") {
      this.#say(form, proof, "error");
      return;
    }
    const result = await settled(
      (api) => api.POST("/api/comments", {
        body: {
          ...proof,
          targetId: this.#target,
          parentId: value("parentId") === "" ? null : value("parentId"),
          author: value("author"),
          email: value("email"),
          text: value("text"),
          websiteAddress: value("websiteAddress"),
          filledInMs: this.#touchedAt === null ? null : Date.now() - this.#touchedAt,
        },
      }),
    );
    // Captcha tokens are single-use.
    this.#captcha?.renew();
    if (result.ok) this.#kept(form, result.data);
    else this.#refused(form, result.failure);
  }

  /** Captcha proof, if the site requires it; an error message on failure. */
  async #prove(): Promise<{ key?: string; captchaKey?: string } | string> {
    if (this.#captcha === null) return {};
    const given = await fetchSubmissionKey();
    if (given === null) return captchaFailed;
    const captchaKey = await this.#captcha.prove(given.challenge).catch(() => undefined);
    if (captchaKey === undefined) return captchaFailed;
    return captchaKey === null ? unsolvedCaptcha : { key: given.key, captchaKey };
  }

  #kept(form: HTMLFormElement, { approved, comment }: Kept): void {
    const text = control(form, "text");
    if (text !== null) text.value = "";
    this.#touchedAt = null;
    if (!approved) {
      this.#say(form, "Thank you. Your comment appears once it has been approved.", "success");
      return;
    }
    this.#show(form, comment);
    this.#say(form, "Thank you. Your comment has been posted.", "success");
  }

  /** Inserts the new comment where the next page view will show it. */
  #show(form: HTMLFormElement, { id, author, text }: Kept["comment"]): void {
    if (document.getElementById(id) !== null) return;
    const said = element("article", "stoa-comment", undefined, { id });
    const head = element("p", "stoa-comment__head");
    head.append(element("strong", "stoa-comment__author", author));
    const bar = element("div", "stoa-comment__actions", undefined, { "data-comment": id });
    bar.append(action("Delete", (button) => void this.#remove(id, button)));
    said.append(head, element("p", "stoa-comment__text", text), bar);
    const thread = form.closest(".stoa-comments__thread");
    this.#turnTo(form, "");
    if (thread !== null) {
      thread.append(said);
      this.#place.append(form);
      return;
    }
    this.#place.querySelector(".stoa-comments__list + .stoa-empty, .stoa-empty")?.remove();
    let list = this.#place.querySelector(".stoa-comments__list");
    if (list === null) {
      list = element("ol", "stoa-comments__list");
      form.before(list);
    }
    const line = element("li", "stoa-comments__thread");
    line.append(said);
    list.prepend(line);
  }

  #refused(form: HTMLFormElement, failure: Failure): void {
    const problem = failure.kind === "refused" ? failure.problem : null;
    const errors = problem?.errors ?? {};
    this.#complain(form, errors);
    const first = fields.find((name) => errors[name] !== undefined);
    if (first !== undefined) {
      control(form, first)?.focus();
      return;
    }
    const status = this.#say(form, failureText(failure), "error");
    if (failure.kind === "refused" && failure.status === 401) {
      status?.append(" ", element("a", "", "Sign in", { href: signInAddress() }));
    }
  }

  #complain(form: HTMLFormElement, errors: Readonly<Record<string, string>>): void {
    for (const name of fields) {
      const input = control(form, name);
      if (input === null) continue;
      const message = errors[name];
      const id = `${input.id}-error`;
      document.getElementById(id)?.remove();
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
      if (message === undefined) continue;
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", id);
      input.after(element("p", "stoa-field__error", message, { id }));
    }
  }

  #say(form: HTMLFormElement, message: string, kind: "info" | "success" | "error"): HTMLElement | null {
    const status = form.querySelector<HTMLElement>("[data-comment-status]");
    if (status === null) return null;
    if (message === "") {
      status.replaceChildren();
      return null;
    }
    const alert = element("p", "stoa-alert", message, { "data-kind": kind });
    status.replaceChildren(alert);
    return alert;
  }

  async #report(id: string, button: HTMLButtonElement): Promise<void> {
    button.disabled = true;
    const result = await done((api) => api.POST("/api/comments/{commentId}/flag", { params: { path: { commentId: id } } }));
    button.disabled = result.ok;
    button.textContent = result.ok ? "Reported. Thank you." : failureText(result.failure);
  }

  async #remove(id: string, button: HTMLButtonElement): Promise<void> {
    if (button.dataset.sure === undefined) {
      button.dataset.sure = "";
      button.textContent = "Delete permanently?";
      return;
    }
    button.disabled = true;
    const result = await done((api) => api.DELETE("/api/comments/{commentId}", { params: { path: { commentId: id } } }));
    if (!result.ok) {
      button.disabled = false;
      button.textContent = failureText(result.failure);
      return;
    }
    document.getElementById(id)?.replaceChildren(element("p", "stoa-comment__gone", "This comment was removed."));
  }
}

/** Mounts the comments of a post. In the editor they are read-only. */
export function mountComments(place: HTMLElement, store: PageStore, context: PageContext): void {
  if (!context.inEditor) new Comments(place, store).mount();
}
