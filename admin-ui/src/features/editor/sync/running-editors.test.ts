import { expect, it } from "vitest";
import { withoutLocks, withLocks, staleAfter } from "./running-editors";

/** A partial implementation of the Web Locks API. */
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

it("does nothing on behalf of an editor that holds its lock", async () => {
  const atWork = withLocks(fakeLocks());
  const { known, end } = atWork.begin("ada");
  await known;
  const work = () => Promise.resolve("sent");
  expect(await atWork.onBehalfOf("ada", 0, work)).toBeNull();
  expect(await atWork.onBehalfOf("bo", 0, work)).toBe("sent");
  end();
  await expect.poll(() => atWork.onBehalfOf("ada", 0, work)).toBe("sent");
});

it("lets one tab at a time act on behalf of an editor that is gone", async () => {
  const atWork = withLocks(fakeLocks());
  let finish: () => void = () => undefined;
  const first = atWork.onBehalfOf("ada", 0, () => new Promise<string>((resolve) => (finish = () => resolve("sent"))));
  expect(await atWork.onBehalfOf("ada", 0, () => Promise.resolve("sent"))).toBeNull();
  finish();
  expect(await first).toBe("sent");
});

it("without locks, treats an editor as gone only after a period without writes", async () => {
  const work = () => Promise.resolve("sent");
  expect(await withoutLocks.onBehalfOf("ada", Date.now() - staleAfter / 2, work)).toBeNull();
  expect(await withoutLocks.onBehalfOf("ada", Date.now() - staleAfter - 1, work)).toBe("sent");
});
