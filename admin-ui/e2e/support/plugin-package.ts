import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const program = process.env["STOA_E2E_PROGRAM"] ?? join(repository, "target/debug/stoa");

/** Files without which there is no package; a built plugin of ours may have them. */
const needed: Readonly<Record<string, string>> = {
  "README.md": "# Notice\n\nPoints out something important.\n",
  LICENSE: "MIT\n",
  "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>\n',
};

/** A publisher that packs a bundled plugin under an id of their own. */
export class Publisher {
  private readonly folder = mkdtempSync(join(tmpdir(), "stoa-publisher-"));
  private readonly key = join(this.folder, "publisher.pem");

  constructor() {
    this.run("key", "new", this.key);
  }

  /** Packs `built`, such as `stoa.callout`, as a version of another plugin. Returns the path of the package. */
  pack(built: string, { id, name, version }: { id: string; name: string; version: string }): string {
    const project = join(this.folder, `${id}-${version}`);
    const plugin = join(project, "dist/plugin", id);
    mkdirSync(plugin, { recursive: true });
    cpSync(join(repository, "target/plugins", built), plugin, { recursive: true });
    const manifest = readFileSync(join(plugin, "plugin.toml"), "utf8")
      .replace(/^id = .*$/m, `id = "${id}"`)
      .replace(/^version = .*$/m, `version = "${version}"`)
      .replace(/^name = .*$/m, `name = "${name}"`);
    for (const folder of [project, plugin]) writeFileSync(join(folder, "plugin.toml"), manifest);
    for (const [name, content] of Object.entries(needed)) writeFileSync(join(plugin, name), content);
    // Its own names in other languages are those of the bundled plugin.
    rmSync(join(plugin, "locales"), { recursive: true, force: true });
    this.run("pack", project, "--key", this.key);
    return join(project, "dist", `${id}-${version}.stoaplugin`);
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private run(...words: string[]): void {
    execFileSync(program, ["plugin", ...words], { cwd: repository, stdio: ["ignore", "ignore", "inherit"] });
  }
}
