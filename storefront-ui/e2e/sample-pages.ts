import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

const repository = join(__dirname, "../..");
const program = process.env.STOA_E2E_PROGRAM ?? join(repository, "target/debug/stoa");

/** Paths of the sample pages: one of each kind. */
export async function samplePaths(): Promise<string[]> {
  const folder = join(repository, "core/render/sample");
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith(".json") && basename(name) !== "site.json");
  const pages = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as { path: string }),
  );
  return pages.map(({ path }) => path);
}

/** Serves the sample pages in a theme while `look` runs; it receives their origin. */
export async function withTheme(theme: string, look: (origin: string) => Promise<void>): Promise<void> {
  const folder = join("storefront-ui/themes", theme);
  const bench = spawn(program, ["theme", "dev", folder, "--port", "0", "--plugins", "target/plugins"], {
    cwd: repository,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => bench.once("exit", () => resolve()));
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      let said = "";
      bench.stdout.on("data", (words: Buffer) => {
        said += words.toString();
        const found = /(http:\/\/\S+)\/\n/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      bench.once("error", reject);
      bench.once("exit", (code) => reject(new Error(`the program ended with ${String(code)}`)));
    });
    await look(origin);
  } finally {
    bench.kill();
    await ended;
  }
}
