const labelable = "button, input:not([type=hidden]), meter, output, progress, select, textarea";

function controlOf(label: HTMLLabelElement): HTMLElement | null {
  if (!label.hasAttribute("for")) return label.querySelector<HTMLElement>(labelable);
  const named = label.ownerDocument.getElementById(label.htmlFor);
  return named?.matches(labelable) === true ? named : null;
}

/** The labels of a page by element, rebuilt after the page has changed. */
class LabelIndex {
  readonly #page: Document;
  readonly #changes: MutationObserver;
  #labels: Map<Element, HTMLLabelElement[]> | undefined;

  constructor(page: Document) {
    this.#page = page;
    this.#changes = new MutationObserver(() => (this.#labels = undefined));
    this.#changes.observe(page, { subtree: true, childList: true, attributeFilter: ["for", "id", "type"] });
  }

  of(control: Element): HTMLLabelElement[] {
    if (this.#changes.takeRecords().length > 0) this.#labels = undefined;
    this.#labels ??= this.#read();
    return this.#labels.get(control) ?? [];
  }

  #read() {
    const labels = new Map<Element, HTMLLabelElement[]>();
    for (const label of this.#page.querySelectorAll("label")) {
      const control = controlOf(label);
      if (control !== null) labels.set(control, [...(labels.get(control) ?? []), label]);
    }
    return labels;
  }
}

const indexed = new WeakSet<Document>();

/**
 * jsdom searches the whole page for labels whenever a field is queried: with some hundred fields this takes most of a
 * test's time.
 */
export function indexLabels(): void {
  if (indexed.has(document)) return;
  indexed.add(document);
  const index = new LabelIndex(document);
  Object.defineProperty(HTMLLabelElement.prototype, "control", {
    configurable: true,
    get(this: HTMLLabelElement) {
      return controlOf(this);
    },
  });
  for (const kind of [HTMLInputElement, HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement, HTMLOutputElement]) {
    Object.defineProperty(kind.prototype, "labels", {
      configurable: true,
      get(this: HTMLElement) {
        return index.of(this);
      },
    });
  }
}
