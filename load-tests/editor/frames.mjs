// Measures the work of the editor's main thread per frame while typing and dragging on a page of 500 blocks.
// The limit of a layout is 60 blocks, so the page is written into the database of a server started for this purpose.
//
//   node load-tests/editor/frames.mjs [--stoa target/debug/stoa] [--blocks 500] [--port 8890] [--trace trace.json]
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { chromium } = createRequire(new URL("../../admin-ui/package.json", import.meta.url))("@playwright/test");
const { values: options } = parseArgs({
  options: {
    stoa: { type: "string", default: "target/debug/stoa" },
    blocks: { type: "string", default: "500" },
    port: { type: "string", default: "8890" },
    trace: { type: "string" },
  },
});
const origin = `http://127.0.0.1:${options.port}`;
const data = mkdtempSync(join(tmpdir(), "stoa-frames-"));
const email = "owner@stoa.example";
const password = "stoa-demo-2026";

async function serve() {
  const environment = {
    ...process.env,
    STOA_SERVER__RATE_LIMIT_FACTOR: "0",
    STOA_METRICS__BIND: "",
    STOA_PLUGINS__DIR: process.env.STOA_PLUGINS__DIR ?? "target/plugins",
  };
  const server = spawn(options.stoa, ["serve", "--demo", "--port", options.port, "--data-dir", data], {
    stdio: "ignore",
    env: environment,
  });
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${String(server.exitCode)}`);
    const isUp = await fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return server;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function stop(server) {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}

/** Sections of two rows with two columns each, four blocks in a column. */
function bigDocument(count) {
  let made = 0;
  const block = () => {
    made += 1;
    const id = `b${String(made)}`;
    const text = {
      type: "doc",
      content: [{ type: "paragraph", content: [{ type: "text", text: `Paragraph ${String(made)} of a long page.` }] }],
    };
    return made % 4 === 0
      ? { id, kind: "quote", settings: { text: `Quote ${String(made)}` } }
      : { id, kind: "text", settings: { html: text } };
  };
  const sections = [];
  while (made < count) {
    const rows = [0, 1].map((row) => ({
      id: `r${String(sections.length)}-${String(row)}`,
      columns: [0, 1].map(() => ({ span: 6, blocks: Array.from({ length: Math.min(4, count - made) }, block) })),
    }));
    sections.push({
      id: `s${String(sections.length)}`,
      settings: { tone: "default", width: "normal", padding: "medium" },
      rows,
    });
  }
  return { version: 1, sections };
}

/** Writes the page into the SQLite file of its site. */
function write(pageId, document) {
  const program = `
import sqlite3, sys
for path in sys.argv[3:]:
    try:
        with sqlite3.connect(path) as db:
            db.execute("UPDATE collection SET draft = ? WHERE id = ?", (open(sys.argv[2]).read(), sys.argv[1]))
    except sqlite3.OperationalError:
        pass
`;
  const file = join(data, "page.json");
  writeFileSync(file, JSON.stringify(document));
  const databases = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(db|sqlite3?)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  execFileSync("python3", ["-c", program, pageId, file, ...databases]);
}

async function signIn(page) {
  await page.goto(`${origin}/admin/`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  const answer = page.waitForResponse((response) => response.url().endsWith("/api/auth/session") && response.ok());
  await page.getByRole("button", { name: "Sign in" }).click();
  return (await answer).json();
}

function percentile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * Work of the busiest renderer's main thread for each frame, in milliseconds: all its tasks between the commits of
 * two frames. Thread time is used instead of wall time, since other programs share the machine.
 */
function framesIn(events) {
  const threads = new Map();
  const nameOf = (event) => `${String(event.pid)} ${String(event.tid)}`;
  for (const event of events) {
    if (event.name === "thread_name" && event.args.name === "CrRendererMain")
      threads.set(nameOf(event), { tasks: [], commits: [] });
  }
  for (const event of events) {
    const thread = threads.get(nameOf(event));
    if (thread === undefined || event.ph !== "X") continue;
    if (event.name === "RunTask") thread.tasks.push({ start: event.ts, work: event.tdur ?? event.dur });
    if (event.name === "Commit") thread.commits.push(event.ts);
  }
  const workOf = (tasks) => tasks.reduce((sum, { work }) => sum + work, 0);
  const thread = [...threads.values()].sort((left, right) => workOf(right.tasks) - workOf(left.tasks))[0];
  if (thread === undefined || thread.commits.length < 2) throw new Error("the trace holds no frames");
  const commits = thread.commits.sort((left, right) => left - right);
  return commits
    .slice(1)
    .map((end, index) => workOf(thread.tasks.filter(({ start }) => start > commits[index] && start <= end)) / 1000);
}

async function traced(browser, page, name, run) {
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "toplevel", "disabled-by-default-devtools.timeline"],
  });
  await run();
  const trace = await browser.stopTracing();
  if (options.trace !== undefined) writeFileSync(`${name}-${options.trace}`, trace);
  const frames = framesIn(JSON.parse(trace.toString()).traceEvents);
  console.log(
    `${name}: ${String(frames.length)} frames, p50 ${percentile(frames, 0.5).toFixed(1)} ms, p95 ${percentile(frames, 0.95).toFixed(1)} ms, max ${percentile(frames, 1).toFixed(1)} ms`,
  );
}

let server = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const { websites, accessToken } = await signIn(page);
  const website = websites[0];
  const list = await fetch(`${origin}/api/v1/websites/${website.id}/pages`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { pages } = await list.json();
  const target = pages.find(({ kind, isHome }) => kind === "page" && !isHome);
  await stop(server);
  write(target.id, bigDocument(Number(options.blocks)));
  server = await serve();
  await page.goto(`${origin}/admin/sites/${website.id}/pages/${target.id}/edit`);
  const frame = page.frameLocator("iframe[title='Preview of the page']");
  await frame.locator("[data-block-id=b1]").waitFor({ timeout: 120_000 });
  console.log(`${String(await frame.locator("[data-block-id]").count())} blocks on the page`);

  // Blocks are selected in the outline: the preview is scaled, so coordinates in it do not match the screen.
  const outline = page.getByRole("navigation", { name: "Outline of the page" });
  await outline
    .getByRole("button", { name: /^Quote/ })
    .first()
    .click();
  const field = page.getByRole("complementary", { name: "Settings" }).getByRole("textbox").first();
  await field.click();
  await traced(browser, page, "typing", () =>
    field.pressSequentially("Frames are counted while this is typed, letter by letter, as people do. ", { delay: 40 }),
  );

  await outline.getByRole("button", { name: /^Text/ }).nth(3).click();
  const handle = page.getByRole("button", { name: "Drag Text", exact: true }).first();
  const { x, y } = await handle.boundingBox();
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await traced(browser, page, "dragging", async () => {
    for (let step = 0; step < 120; step += 1) {
      await page.mouse.move(500 + 200 * Math.sin(step / 10), 450 + 250 * Math.cos(step / 15));
      await page.waitForTimeout(16);
    }
  });
  await page.mouse.up();
} finally {
  await browser.close();
  await stop(server);
  rmSync(data, { recursive: true, force: true });
}
