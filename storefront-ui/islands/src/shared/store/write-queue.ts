/** Runs tasks sequentially, so that responses cannot arrive out of order. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Outcome>(task: () => Promise<Outcome>): Promise<Outcome> {
    const next = this.#last.then(task, task);
    this.#last = next;
    return next;
  }
}
