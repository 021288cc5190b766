/** Fractional parts of the cube roots of the first 64 primes. */
const rounds = new Int32Array(64);
/** Fractional parts of the square roots of the first 8 primes. */
const start = new Int32Array(8);

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 0x1_0000_0000) | 0;
}

function fillTables(): void {
  let found = 0;
  for (let candidate = 2; found < 64; candidate += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) isPrime &&= candidate % divisor !== 0;
    if (!isPrime) continue;
    if (found < 8) start[found] = fraction(Math.sqrt(candidate));
    rounds[found] = fraction(Math.cbrt(candidate));
    found += 1;
  }
}

fillTables();

const schedule = new Int32Array(64);
const state = new Int32Array(8);

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function take(bytes: DataView, offset: number): void {
  for (let place = 0; place < 16; place += 1) schedule[place] = bytes.getInt32(offset + place * 4);
  for (let place = 16; place < 64; place += 1) {
    const early = schedule[place - 15] ?? 0;
    const late = schedule[place - 2] ?? 0;
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[place] = ((schedule[place - 16] ?? 0) + first + (schedule[place - 7] ?? 0) + second) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let place = 0; place < 64; place += 1) {
    const chosen = (e & f) ^ (~e & g);
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + mixed + chosen + (rounds[place] ?? 0) + (schedule[place] ?? 0)) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const next = [a, b, c, d, e, f, g, h];
  for (let place = 0; place < 8; place += 1) state[place] = ((state[place] ?? 0) + (next[place] ?? 0)) | 0;
}

/**
 * The words of the SHA-256 of an ASCII text. `crypto.subtle` exists only in secure contexts, and is asynchronous, which
 * is slow for many short texts.
 */
export function sha256(text: string): Int32Array {
  const length = text.length;
  const bytes = new Uint8Array((Math.floor((length + 8) / 64) + 1) * 64);
  for (let place = 0; place < length; place += 1) bytes[place] = text.charCodeAt(place);
  bytes[length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, length * 8);
  state.set(start);
  for (let offset = 0; offset < bytes.length; offset += 64) take(view, offset);
  return state.slice();
}
