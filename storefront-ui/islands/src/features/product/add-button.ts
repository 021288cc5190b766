const addedAfter = 1000;
const idleAfterAdded = 2000;
const idleAfterFailure = 1000;

export type AddState = "idle" | "adding" | "added" | "failed";

type Labels = Readonly<Partial<Record<AddState, string>>>;

const addLabels: Labels = { adding: "Adding…", added: "Added!" };
/** For a button that leaves the page when it is done. */
export const leavingLabels: Labels = { adding: "One moment…" };

/** The add-to-cart button: shows progress and accepts one click at a time. */
export class AddButton {
  readonly #button: HTMLButtonElement;
  readonly #label: string;
  readonly #labels: Labels;
  #state: AddState = "idle";
  #startedAt = 0;

  constructor(button: HTMLButtonElement, labels = addLabels) {
    this.#button = button;
    this.#labels = labels;
    this.#label = button.textContent.trim();
  }

  get state(): AddState {
    return this.#state;
  }

  /** Starts; returns false if the click must be ignored. */
  begin(): boolean {
    if (this.#state !== "idle") return false;
    this.#startedAt = Date.now();
    this.#show("adding");
    return true;
  }

  /** Success: shown after at least one second, and reset two seconds later. */
  succeed(): void {
    const rest = Math.max(0, addedAfter - (Date.now() - this.#startedAt));
    setTimeout(() => {
      this.#show("added");
      setTimeout(() => {
        this.#show("idle");
      }, idleAfterAdded);
    }, rest);
  }

  /** Failure: reset after a second. */
  fail(): void {
    this.#state = "failed";
    setTimeout(() => {
      this.#show("idle");
    }, idleAfterFailure);
  }

  #show(state: AddState): void {
    this.#state = state;
    this.#button.textContent = this.#labels[state] ?? this.#label;
    if (state === "idle") {
      this.#button.removeAttribute("data-state");
      this.#button.removeAttribute("aria-disabled");
      this.#button.removeAttribute("aria-busy");
      return;
    }
    this.#button.dataset.state = state;
    this.#button.setAttribute("aria-disabled", "true");
    this.#button.setAttribute("aria-busy", String(state === "adding"));
  }
}
