import { on } from "./browser";
import { audio, count, hit, video } from "./census";
import { track } from "./tracker";

const buttons = ".stoa-block-button a[href]";
const forms = "form[data-form-id]";
/** Endings of files rather than pages. */
const files = /\.(?!html?$|php$|aspx?$)[a-z]\w{1,3}$/i;
const maxButtons = 30;

function attributeOf(element: Element | null, name: string): string {
  return element?.getAttribute(name) ?? "";
}

/** The element around the place of an event. */
function around(event: Event, selector: string): Element | null {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** What is said of a button or form: its block, and the words on a button. */
function described(element: Element): Record<string, string> {
  const blockId = attributeOf(element.closest("[data-block-id]"), "data-block-id");
  const formId = attributeOf(element, "data-form-id");
  return formId === "" ? { blockId, buttonText: element.textContent.trim().slice(0, 200) } : { blockId, formId };
}

/** Counts the buttons and forms that come into view. */
export function followRendered(): void {
  const seen = (target: Element): void =>
    count(target.matches(forms) ? "form-render" : "button-render", described(target));
  const elements = [...document.querySelectorAll(`${forms},${buttons}`)].slice(0, maxButtons);
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      seen(target);
    }
  });
  for (const element of elements) observer.observe(element);
}

function followLink(link: HTMLAnchorElement): void {
  const { protocol, host, origin, pathname } = link;
  if (!protocol.startsWith("http")) return;
  const isOwn = host === location.host;
  const destination = { destination_url: isOwn ? pathname : origin + pathname };
  if (link.hasAttribute("download") || files.test(pathname)) track("file_download", destination);
  else if (!isOwn) track("outbound_click", destination);
}

/** Counts clicks on buttons, links to other sites and files; forms that are begun and sent; sound and films. */
export function followActions(): void {
  const done = new Set<string>();
  const isFirst = (what: string): boolean => !done.has(what) && Boolean(done.add(what));

  const click = (event: MouseEvent): void => {
    // The right button opens a menu.
    if (event.button > 1) return;
    const button = around(event, buttons);
    if (button) count("button-click", described(button));
    const link = around(event, "a[href]");
    if (link instanceof HTMLAnchorElement) followLink(link);
  };
  on("click", click);
  on("auxclick", click);

  on("input", (event) => {
    const id = attributeOf(around(event, forms), "data-form-id");
    if (id !== "" && isFirst(id)) track("form_start", { object_identifier: id });
  });
  on("form-submission-success", (event) => {
    const form = around(event, forms);
    const object = { object_identifier: attributeOf(form, "data-form-id") };
    track("form_submit", object);
    const meaning = attributeOf(form, "data-form-event");
    if (meaning !== "") track(meaning, object);
  });

  on("play", ({ target }) => {
    if (!(target instanceof HTMLMediaElement)) return;
    const source = target.currentSrc || target.src;
    if (!isFirst(source)) return;
    hit(target.matches("video") ? video : audio, { object: new URL(source, location.href).pathname });
  });
}
