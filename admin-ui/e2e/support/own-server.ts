import { expect } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
/** A data folder with the demo, which each server would otherwise make. */
const demo = process.env["STOA_E2E_DEMO"];
const program = process.env["STOA_E2E_PROGRAM"] ?? join(repository, "target/debug/stoa");

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

/** A server of its own for a test that kills it. It keeps its port and data. */
export class OwnServer {
  private child: ChildProcess | null = null;
  private said = "";

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly content: "demo" | "nothing",
  ) {}

  static async make(content: "demo" | "nothing" = "demo"): Promise<OwnServer> {
    const server = new OwnServer(await freePort(), await mkdtemp(join(tmpdir(), "stoa-journey-")), content);
    if (content === "demo" && demo !== undefined) await cp(demo, server.data, { recursive: true });
    await server.start();
    return server;
  }

  private get data(): string {
    return join(this.folder, "data");
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** The link for the first account, which the program prints while there is none. */
  async firstLink(): Promise<string> {
    const link = () => /Set up\s+(\S+)/.exec(this.said)?.[1];
    await expect.poll(link).toBeDefined();
    return link() ?? "";
  }

  /** Starts the program and waits until it listens. */
  async start(): Promise<void> {
    const args = [
      "serve",
      ...(this.content === "demo" ? ["--demo"] : []),
      "--port",
      String(this.port),
      "--data-dir",
      this.data,
    ];
    const child = spawn(program, args, {
      cwd: repository,
      env: {
        ...process.env,
        STOA_PLUGINS__DIR: join(repository, "target/plugins"),
        STOA_PLUGINS__CACHE: join(repository, "target/plugin-cache"),
        STOA_SERVER__RATE_LIMIT_FACTOR: "0",
        STOA_METRICS__BIND: "",
        // An unoptimised encoder would slow down the journeys beside this one.
        STOA_PICTURES__AVIF: "false",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.child = child;
    this.said = "";
    await new Promise<void>((resolve, reject) => {
      child.stdout.on("data", (said: Buffer) => {
        this.said += said.toString();
        if (this.said.includes("listens on")) resolve();
      });
      child.on("exit", (code) => reject(new Error(`the program ended with ${String(code)}`)));
    });
  }

  /** Kills the program, as a power failure would. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === null) return;
    this.child = null;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
