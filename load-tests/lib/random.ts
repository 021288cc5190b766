// Random choices that are the same in every run with the same seed.
import exec from "k6/execution";
import { seed } from "./env.ts";

/** Numbers from 0 up to, not including, 1. */
export type Random = () => number;

/** Spreads the bits of a number (the final steps of MurmurHash3). */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A generator (mulberry32) for one of many sequences. */
export function sequence(number: number): Random {
  let state = mixed(mixed(seed) + number);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The generator of the current iteration: it does not matter which virtual user or which k6 process runs it. */
export function ofIteration(): Random {
  return sequence(numberOf(exec.scenario.name) + exec.scenario.iterationInTest);
}

/** A generator for what a virtual user does once, such as signing in. */
export function ofUser(): Random {
  return sequence(mixed(exec.vu.idInTest));
}

/** A whole number of 32 bits that follows from a text. */
export function numberOf(text: string): number {
  return mixed([...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7));
}

/** One of several; none of an empty list. */
export function pick<T>(of: readonly T[], random: Random): T | undefined {
  return of[Math.floor(random() * of.length)];
}

const sums = new Map<string, number[]>();

function sumsUpTo(count: number, exponent: number): number[] {
  const key = `${count}/${exponent}`;
  let known = sums.get(key);
  if (known === undefined) {
    let sum = 0;
    known = Array.from({ length: count }, (_, index) => (sum += 1 / (index + 1) ** exponent));
    sums.set(key, known);
  }
  return known;
}

/** The first of growing sums that is above a value. */
function firstAbove(sums: readonly number[], value: number): number {
  let [low, high] = [0, Math.max(0, sums.length - 1)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * One of several by popularity: the second is chosen half as often as the first, the third a third as often (Zipf with
 * exponent 1).
 */
export function popular<T>(of: readonly T[], random: Random, exponent = 1): T | undefined {
  if (of.length === 0) return undefined;
  const growing = sumsUpTo(of.length, exponent);
  return of[firstAbove(growing, random() * (growing.at(-1) ?? 0))];
}

const sumsOfWeights = new WeakMap<readonly object[], number[]>();

/** One of several by weight. */
export function weighted<T extends { weight: number }>(of: readonly T[], random: Random): T | undefined {
  let growing = sumsOfWeights.get(of);
  if (growing === undefined) {
    let sum = 0;
    growing = of.map(({ weight }) => (sum += weight));
    sumsOfWeights.set(of, growing);
  }
  return of[firstAbove(growing, random() * (growing.at(-1) ?? 0))];
}

/** The same things in an order that depends on the seed alone. */
export function shuffled<T>(things: readonly T[], random: Random): T[] {
  const mixedUp = [...things];
  for (let last = mixedUp.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixedUp[last], mixedUp[other]] = [mixedUp[other] as T, mixedUp[last] as T];
  }
  return mixedUp;
}
