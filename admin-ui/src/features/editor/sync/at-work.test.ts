import { expect, it } from "vitest";
import { guesses, locksOf, quietTime } from "./at-work";

/** Locks as browsers have them, as far as they are used. */
function fakeLocks(): LockManager {
  const held = new Set<string>();
  const request = async (name: string, ...rest: unknown[]): Promise<unknown> => {
    const work = rest.at(-1) as (lock: { name: string } | null) => unknown;
    if (held.has(name)) return await work(null);
    held.add(name);
    try {
      return await work({ name });
    } finally {
      held.delete(name);
    }
  };
  return { request, query: () => Promise.resolve({}) } as unknown as LockManager;
}

it("does nothing in the place of an editor that holds its lock", async () => {
  const atWork = locksOf(fakeLocks());
  const { known, end } = atWork.begin("ada");
  await known;
  const work = () => Promise.resolve("sent");
  expect(await atWork.inPlaceOf("ada", 0, work)).toBeNull();
  expect(await atWork.inPlaceOf("bo", 0, work)).toBe("sent");
  end();
  await expect.poll(() => atWork.inPlaceOf("ada", 0, work)).toBe("sent");
});

it("lets one tab at a time work in the place of an editor that is gone", async () => {
  const atWork = locksOf(fakeLocks());
  let finish: () => void = () => undefined;
  const first = atWork.inPlaceOf("ada", 0, () => new Promise<string>((resolve) => (finish = () => resolve("sent"))));
  expect(await atWork.inPlaceOf("ada", 0, () => Promise.resolve("sent"))).toBeNull();
  finish();
  expect(await first).toBe("sent");
});

it("takes an editor for gone, where there are no locks, only when it has kept nothing new for a while", async () => {
  const work = () => Promise.resolve("sent");
  expect(await guesses.inPlaceOf("ada", Date.now() - quietTime / 2, work)).toBeNull();
  expect(await guesses.inPlaceOf("ada", Date.now() - quietTime - 1, work)).toBe("sent");
});
