// Settings of a run: environment variables of k6.

/** A text; `otherwise` if it is not set or empty. */
export function text(name: string, otherwise = ""): string {
  return __ENV[name] || otherwise;
}

/** A number that is not negative. */
export function number(name: string, otherwise: number): number {
  const given = text(name);
  if (given === "") return otherwise;
  const value = Number(given);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} is "${given}", but should be a number`);
  return value;
}

/** Whether something is switched on. */
export function isOn(name: string): boolean {
  return text(name) === "1";
}

/** The parts of a list with commas. */
export function list(name: string): string[] {
  return text(name)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The JSON in a file; a relative path counts from the folder in which k6 was started. */
export function readJson<T>(path: string): T {
  return JSON.parse(open(path.startsWith("/") ? path : `${__ENV.PWD ?? "."}/${path}`)) as T;
}

/** Whether it is the short form for checks. */
export const isSmoke = isOn("STOA_SMOKE");
/** What all random choices are derived from. */
export const seed = number("STOA_SEED", 1);
/** Factor of all arrival rates. */
export const scale = number("STOA_SCALE", 1);
