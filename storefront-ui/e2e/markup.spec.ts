import { expect, request, test } from "@playwright/test";
import { samplePaths, withTheme } from "./sample-pages";
import { errorsOf } from "./markup";
import { shops } from "./shops";

for (const theme of ["linen", "gazette", "indigo", "nocturne"]) {
  test(`every kind of page is valid HTML in ${theme}`, async () => {
    const paths = await samplePaths();
    expect(paths.length).toBeGreaterThan(30);
    const browser = await request.newContext();
    const faults: string[] = [];
    await withTheme(theme, async (origin) => {
      for (const path of paths) {
        const html = await (await browser.get(origin + path)).text();
        expect(html, path).toContain(`data-theme="${theme}"`);
        faults.push(...(await errorsOf(path, html)));
      }
    });
    await browser.dispose();
    expect(faults).toEqual([]);
  });
}

test("every page of the demo shops is valid HTML, and its head links resolve", async () => {
  const faults: string[] = [];
  for (const { url } of [shops.juniper, shops.kissaten]) {
    const { host, port } = new URL(url);
    const browser = await request.newContext({ baseURL: `http://localhost:${port}`, extraHTTPHeaders: { Host: host } });
    const sitemap = await (await browser.get("/sitemap.xml")).text();
    const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address]) => new URL(address ?? "").pathname);
    expect(listed.length).toBeGreaterThan(10);
    const named = new Set<string>();
    for (const path of [...listed, "/cart", "/cart/v2", "/account", "/search?q=a", "/nowhere"]) {
      const html = await (await browser.get(path)).text();
      faults.push(...(await errorsOf(path, html)));
      for (const [, file] of html.matchAll(/<link [^>]*href="(\/[^"]*)"/g)) named.add(file ?? "");
    }
    for (const file of named) {
      const status = (await browser.get(file)).status();
      if (status !== 200) faults.push(`${file} is named in heads and answers ${String(status)}`);
    }
    await browser.dispose();
  }
  expect(faults).toEqual([]);
});
