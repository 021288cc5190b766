/** Runs tasks one after the other, so that no answer can overtake a later one. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Outcome>(task: () => Promise<Outcome>): Promise<Outcome> {
    const next = this.#last.then(task, task);
    this.#last = next;
    return next;
  }
}
