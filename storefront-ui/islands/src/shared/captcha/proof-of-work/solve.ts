import { sha256 } from "./sha256";

/** Attempts between two checks of the clock. */
const turn = 2_000;

function zeroBits(words: Int32Array): number {
  let bits = 0;
  for (const word of words) {
    const own = Math.clz32(word);
    bits += own;
    if (own < 32) break;
  }
  return bits;
}

/** Searches the next attempts for a solution; null if there is none. */
function solveSome(challenge: string, from: number): string | null {
  const bits = Number(challenge.split(".")[0]);
  for (let number = from; number < from + turn; number += 1) {
    const token = `${challenge}.${number}`;
    if (zeroBits(sha256(token)) >= bits) return token;
  }
  return null;
}

/** Challenge, dot and a number whose hash begins with as many zero bits as the challenge requires. */
export function solve(challenge: string): string {
  for (let from = 0; ; from += turn) {
    const token = solveSome(challenge, from);
    if (token !== null) return token;
  }
}

/** The same in slices, so that the page stays responsive. */
export async function solveInSlices(challenge: string): Promise<string> {
  for (let from = 0; ; from += turn) {
    const token = solveSome(challenge, from);
    if (token !== null) return token;
    await new Promise((resolve) => setTimeout(resolve));
  }
}
