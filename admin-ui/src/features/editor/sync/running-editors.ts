/** Tracks which editors of this browser are still running: each sends its own stored steps. */
export interface RunningEditors {
  /** Registers an editor as running, until it ends or its tab is closed. */
  begin: (client: string) => { known: Promise<void>; end: () => void };
  /**
   * Runs work on behalf of an editor that is gone, exclusively among tabs; resolves to null without running it if the
   * editor is still running.
   * @param writtenOn when it last stored something, in milliseconds since 1970
   */
  onBehalfOf: <T>(client: string, writtenOn: number, work: () => Promise<T>) => Promise<T | null>;
}

const nameOf = (client: string) => `stoa-editor ${client}`;

/** An editor holds a lock while it runs; the browser releases it when the tab is gone for any reason. */
export function withLocks(locks: LockManager): RunningEditors {
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
    onBehalfOf: async (client, _, work) =>
      await locks.request(nameOf(client), { ifAvailable: true }, async (lock) => (lock === null ? null : await work())),
  };
}

/** How long an editor must store nothing before it counts as gone, where locks are not available (milliseconds). */
export const staleAfter = 10_000;

/**
 * Web Locks need a secure context. Without them an editor counts as gone if it has stored nothing for a while: what it
 * stored before does not change any more, since typing is added only to a step that has just been made, and sending a
 * step twice does no harm.
 */
export const withoutLocks: RunningEditors = {
  begin: () => ({ known: Promise.resolve(), end: () => undefined }),
  onBehalfOf: async (_, writtenOn, work) => (Date.now() - writtenOn < staleAfter ? null : await work()),
};

export function runningEditors(): RunningEditors {
  // The DOM types do not say that it can be missing.
  const locks = (navigator as { locks?: LockManager }).locks;
  return locks === undefined ? withoutLocks : withLocks(locks);
}
