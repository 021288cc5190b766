import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Folder in which the server under test stores its e-mails. */
export const outbox = process.env.STOA_E2E_OUTBOX ?? "";

function plain(letter: string): string {
  return letter.replace(/=\r?\n/g, "").replace(/=3D/g, "=");
}

/** The first match of a pattern in the e-mails to an address; empty until there is one. */
export async function matchInEmail(to: string, pattern: string): Promise<string> {
  const names = (await readdir(outbox)).filter((name) => name.endsWith(".eml"));
  const letters = await Promise.all(names.map(async (name) => plain(await readFile(join(outbox, name), "utf8"))));
  const own = letters.filter((letter) => new RegExp(`^To: .*${to}`, "m").test(letter));
  return own.map((letter) => new RegExp(pattern).exec(letter)?.[0] ?? "").find(Boolean) ?? "";
}

/** The link to an account page in an e-mail to an address; empty until there is one. */
export function linkInEmail(to: string, page: string): Promise<string> {
  return matchInEmail(to, `/account/${page}#token=[a-z0-9]+`);
}
