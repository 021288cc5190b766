/** Which editors of this browser are still at work: what they keep in the browser is theirs to send. */
export interface AtWork {
  /** Says that an editor is at work, until it ends or its tab is gone. */
  begin: (client: string) => { known: Promise<void>; end: () => void };
  /**
   * Does something in the place of an editor that is gone, while no other tab does; null, with nothing done, where it is
   * still at work.
   * @param writtenOn when it kept something last, in milliseconds since 1970
   */
  inPlaceOf: <T>(client: string, writtenOn: number, work: () => Promise<T>) => Promise<T | null>;
}

const nameOf = (client: string) => `stoa-editor ${client}`;

/** A lock is held as long as its editor is at work; the browser lets go of it when the tab is gone, however it went. */
export function locksOf(locks: LockManager): AtWork {
  return {
    begin: (client) => {
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const known = new Promise<void>((resolve) => {
        const held = locks.request(nameOf(client), () => {
          resolve();
          return ended;
        });
        held.catch(() => resolve());
      });
      return { known, end };
    },
    inPlaceOf: async (client, _, work) =>
      await locks.request(nameOf(client), { ifAvailable: true }, async (lock) => (lock === null ? null : await work())),
  };
}

/** How long an editor keeps nothing new before it counts as gone where it cannot be asked (milliseconds). */
export const quietTime = 10_000;

/**
 * Browsers have locks only where the connection is safe. Elsewhere an editor counts as gone that has kept nothing new for
 * a while: what it kept before does not change any more, since typing is added only to a step that has just been made,
 * and sending a step twice does no harm.
 */
export const guesses: AtWork = {
  begin: () => ({ known: Promise.resolve(), end: () => undefined }),
  inPlaceOf: async (_, writtenOn, work) => (Date.now() - writtenOn < quietTime ? null : await work()),
};

export function editorsAtWork(): AtWork {
  // Where it is missing, the type of the DOM does not say so.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks === undefined ? guesses : locksOf(locks);
}
