// Pauses in which people read, compare and type.
import { sleep } from "k6";
import { isSmoke, number } from "./env.ts";
import type { Random } from "./random.ts";

/** Factor of all pauses. */
let factor = number("STOA_THINK", isSmoke ? 0.03 : 1);
/** Longest pause, in multiples of the usual one. */
const maxFactor = 5;

/** Has a profile with many visitors keep each for a shorter time: the arrival rate is the load, not their number. */
export function hurry(share: number): void {
  factor *= share;
}

/** Does something with pauses of such a share. */
export function hurried(share: number, act: () => void): void {
  const usual = factor;
  hurry(share);
  try {
    act();
  } finally {
    factor = usual;
  }
}

/** How long a usual visit of so many seconds lasts. */
export function lasting(seconds: number): number {
  return factor * seconds;
}

/** A pause around the usual one; most are shorter, a few much longer (log-normal). */
export function think(usualSeconds: number, random: Random): void {
  if (factor === 0) return;
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  sleep(factor * usualSeconds * Math.min(maxFactor, Math.exp(0.6 * normal)));
}
