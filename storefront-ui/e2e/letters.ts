import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Folder in which the server under test puts its letters. */
export const outbox = process.env.STOA_E2E_OUTBOX ?? "";

function plain(letter: string): string {
  return letter.replace(/=\r?\n/g, "").replace(/=3D/g, "=");
}

/** The link to a page of the account in the letter to an address; empty until there is one. */
export async function linkInLetter(to: string, page: string): Promise<string> {
  const names = (await readdir(outbox)).filter((name) => name.endsWith(".eml"));
  const letters = await Promise.all(names.map(async (name) => plain(await readFile(join(outbox, name), "utf8"))));
  const own = letters.filter((letter) => new RegExp(`^To: .*${to}`, "m").test(letter));
  const link = new RegExp(`/account/${page}#token=[a-z0-9]+`);
  return own.map((letter) => link.exec(letter)?.[0] ?? "").find(Boolean) ?? "";
}
