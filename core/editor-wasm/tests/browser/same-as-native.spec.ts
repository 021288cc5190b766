import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

/** One call with the answer of the engine as servers have it, by `examples/native.rs`. */
interface Call {
  id: string;
  function: "render" | "check";
  input: string;
  answer: string;
}

interface Exports {
  default(module: { module_or_path: string }): Promise<unknown>;
  loadLocale(data: Uint8Array): void;
  render(request: string): string;
  check(source: string): string;
}

const folder = process.env.STOA_ENGINE ?? join(__dirname, "../../../../target/engine");
const calls = JSON.parse(readFileSync(process.env.STOA_ENGINE_CALLS ?? "", "utf8")) as Call[];

const kinds: Record<string, string> = {
  js: "text/javascript",
  wasm: "application/wasm",
  blob: "application/octet-stream",
};

function languageOf(call: Call): string {
  if (call.function === "check") return "en";
  const { locale } = JSON.parse(call.input) as { locale: string | null };
  return locale?.split("-")[0] ?? "en";
}

const languages = [...new Set(["en", ...calls.map(languageOf)])];

// spec: content.render.server.open
test("the engine in the browser answers as the engine of servers, byte for byte", async ({ page }) => {
  await page.route("http://engine.test/**", (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === "/") return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Engine</title>" });
    const contentType = kinds[path.split(".").at(-1) ?? ""];
    return route.fulfill({ path: join(folder, path), ...(contentType === undefined ? {} : { contentType }) });
  });
  await page.goto("http://engine.test/");
  const answers = await page.evaluate(
    async ({ calls, languages }) => {
      const address = "/engine.js";
      const engine = (await import(address)) as Exports;
      await engine.default({ module_or_path: "/engine_bg.wasm" });
      for (const language of languages) {
        const data = await fetch(`/locale/${language}.blob`);
        engine.loadLocale(new Uint8Array(await data.arrayBuffer()));
      }
      return calls.map((call) => engine[call.function](call.input));
    },
    { calls, languages },
  );
  const different = calls
    .map((call, index) => ({ id: call.id, native: call.answer, browser: answers[index] }))
    .filter(({ native, browser }) => native !== browser);
  expect(different).toEqual([]);
  expect(answers).toHaveLength(calls.length);
  console.log(`${String(calls.length)} calls, languages ${languages.join(" ")}: the same bytes`);
});
