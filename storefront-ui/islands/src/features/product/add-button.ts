const addedAfter = 1000;
const idleAfterAdded = 2000;
const idleAfterFailure = 1000;

export type AddState = "idle" | "adding" | "added" | "failed";

const labels: Partial<Record<AddState, string>> = { adding: "Adding…", added: "Added!" };

/** The button that adds: shows how the adding goes and takes one click at a time. */
export class AddButton {
  readonly #button: HTMLButtonElement;
  readonly #label: string;
  #state: AddState = "idle";
  #startedAt = 0;

  constructor(button: HTMLButtonElement) {
    this.#button = button;
    this.#label = button.textContent.trim();
  }

  get state(): AddState {
    return this.#state;
  }

  /** Begins; answers false when the click is to be ignored. */
  begin(): boolean {
    if (this.#state !== "idle") return false;
    this.#startedAt = Date.now();
    this.#show("adding");
    return true;
  }

  /** It was added: says so when the first second is over, and is ready two seconds later. */
  succeed(): void {
    const rest = Math.max(0, addedAfter - (Date.now() - this.#startedAt));
    setTimeout(() => {
      this.#show("added");
      setTimeout(() => {
        this.#show("idle");
      }, idleAfterAdded);
    }, rest);
  }

  /** It was not added: ready again after a second. */
  fail(): void {
    this.#state = "failed";
    setTimeout(() => {
      this.#show("idle");
    }, idleAfterFailure);
  }

  #show(state: AddState): void {
    this.#state = state;
    this.#button.textContent = labels[state] ?? this.#label;
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
