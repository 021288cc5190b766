import { expect, test, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { callApi, signIn, type SignedIn } from "./support/admin.ts";
import { owner, siteUrl } from "./support/environment.ts";

type Pages = paths["/api/v1/websites/{websiteId}/pages"]["get"]["responses"][200]["content"]["application/json"];
type OpenPage =
  paths["/api/v1/websites/{websiteId}/pages/{pageId}"]["get"]["responses"][200]["content"]["application/json"];

interface Drawing {
  html: string;
  errors: unknown[];
  /** Number of requests of the engine to the server. */
  rounds: number;
}

/** Renders a page in the browser as the editors do: preview data, an edit, and responses to the engine. */
async function drawn(page: Page, signedIn: SignedIn, material: string, edit: object = {}): Promise<Drawing> {
  const base = `/api/v1/websites/${signedIn.website.id}`;
  return page.evaluate(
    async ({ address, questionsAddress, accessToken, edit }) => {
      interface Shown {
        html: string;
        errors: unknown[];
        questions: unknown;
      }
      interface Preview {
        draw: (edit: string) => string;
        learn: (answers: string) => void;
      }
      interface Exports {
        default: (module: { module_or_path: string }) => Promise<unknown>;
        loadLocale: (data: Uint8Array) => void;
        PagePreview: new (material: string) => Preview;
      }
      const crumb = /(?:^|; )crumb=([^;]*)/.exec(document.cookie)?.[1] ?? "";
      const headers = {
        Authorization: `Bearer ${accessToken}`,
        "Content-Type": "application/json",
        "X-CSRF-Token": crumb,
      };
      const material = await (await fetch(address, { headers })).text();
      const directory = (await (await fetch("/static/engine/directory.json")).json()) as { base: string };
      const engine = (await import(`${directory.base}engine.js`)) as Exports;
      await engine.default({ module_or_path: `${directory.base}engine_bg.wasm` });
      const english = await fetch(`${directory.base}locale/en.blob`);
      engine.loadLocale(new Uint8Array(await english.arrayBuffer()));
      const preview = new engine.PagePreview(material);
      const draw = () => JSON.parse(preview.draw(JSON.stringify({ ...edit, nowMs: Date.now() }))) as Shown;
      let shown = draw();
      let rounds = 0;
      while (shown.questions !== null && rounds < 5) {
        const body = JSON.stringify(shown.questions);
        const answers = await fetch(questionsAddress, { method: "POST", headers, body });
        preview.learn(await answers.text());
        shown = draw();
        rounds += 1;
      }
      return { html: shown.html, errors: shown.errors, rounds };
    },
    {
      address: `${base}/${material}`,
      questionsAddress: `${base}/page-questions`,
      accessToken: signedIn.accessToken,
      edit,
    },
  );
}

/** The page as visitors get it, without the script that records visits, which editors do not have. */
async function published(shop: Page, address: string): Promise<string> {
  const html = await shop.evaluate(async (path) => (await fetch(path)).text(), address);
  return html.replace(/<script defer src="\/static\/visitor\.js[^>]*><\/script>/, "");
}

/** Signs in and opens the admin, from whose pages the engine may be loaded. */
async function openAdmin(page: Page): Promise<SignedIn> {
  const signedIn = await signIn(page, owner);
  await page.goto(signedIn.screen(""));
  return signedIn;
}

async function pagesOf(page: Page, { website, accessToken }: SignedIn): Promise<Pages["pages"]> {
  const answer = await callApi(page, "GET", `/api/v1/websites/${website.id}/pages`, null, accessToken);
  return (answer.body as Pages).pages;
}

/** A preview without the hints in place of blocks that are empty for visitors. */
function withoutHints(html: string): string {
  return html.replace(/<div class="stoa-block [^>]*><p class="stoa-block-empty"[^>]*>[^<]*<\/p><\/div>\n/g, "");
}

test("the editor's preview is byte-identical to the published page", async ({ page, context }) => {
  const signedIn = await openAdmin(page);
  const shop = await context.newPage();
  await shop.goto(siteUrl);
  const pages = (await pagesOf(page, signedIn)).filter(
    ({ kind, hasUnpublishedChanges }) => kind === "page" && !hasUnpublishedChanges,
  );
  expect(pages.length).toBeGreaterThan(2);
  for (const { id, fullUrl } of pages) {
    const preview = await drawn(page, signedIn, `pages/${id}/material`);
    expect(preview.errors, fullUrl).toEqual([]);
    expect(preview.rounds, `${fullUrl}: everything was sent at once`).toBe(0);
    expect(withoutHints(preview.html), fullUrl).toBe(await published(shop, fullUrl));
  }
});

// spec: content.render.template
test("with template drafts every page type is byte-identical to the published one", async ({ page, context }) => {
  const signedIn = await openAdmin(page);
  const shop = await context.newPage();
  await shop.goto(siteUrl);
  const addresses = (await pagesOf(page, signedIn)).map(({ fullUrl }) => fullUrl);
  const items = await shop.evaluate(async (lists) => {
    const found: string[] = [];
    for (const list of lists) {
      const text = await (await fetch(list)).text();
      const links = [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("main a[href]")];
      const below = links.map((link) => link.getAttribute("href") ?? "").find((href) => href.startsWith(`${list}/`));
      if (below !== undefined) found.push(below);
    }
    return found;
  }, addresses);
  expect(items.length).toBeGreaterThan(1);
  for (const address of [...addresses, ...items, "/no-such-page"]) {
    const material = `template-files/material?address=${encodeURIComponent(address)}`;
    const preview = await drawn(page, signedIn, material);
    expect(withoutHints(preview.html), address).toBe(await published(shop, address));
  }
});

test("an edited draft renders in the browser as it is published afterwards", async ({ page, context }) => {
  const signedIn = await openAdmin(page);
  const { website, accessToken } = signedIn;
  const home = (await pagesOf(page, signedIn)).find(({ isHome }) => isHome);
  if (home === undefined) throw new Error("the site has no start page");
  const address = `/api/v1/websites/${website.id}/pages/${home.id}`;
  const call = (method: string, path: string, body: object | null = null) =>
    callApi(page, method, path, body, accessToken);
  const before = (await call("GET", address)).body as OpenPage;
  const word = `Sundays ${String(Date.now())}`;
  const edited = structuredClone(before.document);
  for (const section of edited.sections) {
    for (const { blocks } of section.rows.flatMap(({ columns }) => columns)) {
      for (const block of blocks) {
        const settings = block.settings as Record<string, unknown>;
        if (block.kind === "text") settings["html"] = `<p onclick="x()">${word}<br>&nbsp;<b>bold`;
        if (block.kind === "products") settings["count"] = 2;
      }
    }
  }
  const preview = await drawn(page, signedIn, `pages/${home.id}/material`, { document: edited });
  expect(preview.html).toContain(word);

  const { title, navigationTitle, seoTitle, seoDescription } = before;
  const names = { title, navigationTitle, seoTitle, seoDescription };
  const save = async (content: OpenPage["document"], revision: number): Promise<number> => {
    const ifMatch = { "If-Match": `"${String(revision)}"` };
    const answer = await callApi(page, "PUT", address, { ...names, document: content }, accessToken, ifMatch);
    const saved = answer.body as { revision: number };
    await call("POST", `${address}/publish`, { revision: saved.revision });
    return saved.revision;
  };
  const revision = await save(edited, before.revision);
  const shop = await context.newPage();
  await shop.goto(siteUrl);
  const seen = await published(shop, "/");
  await save(before.document, revision);
  expect(seen).toContain(word);
  expect(preview.html).toBe(seen);
});

test("typing renders without network requests", async ({ page, context }) => {
  const signedIn = await signIn(page, owner);
  const about = (await pagesOf(page, signedIn)).find(({ kind, isHome }) => kind === "page" && !isHome);
  if (about === undefined) throw new Error("the site has no second page");
  await page.goto(signedIn.screen(`pages/${about.id}/edit`));
  const frame = page.frameLocator("iframe[title='Preview of the page']");
  const block = frame.locator(".stoa-block-text").first();
  await expect(block).toBeVisible();
  await page
    .getByRole("navigation", { name: "Outline of the page" })
    .getByRole("button", { name: /^Text/ })
    .first()
    .click();
  await context.setOffline(true);
  const word = "Written on a train";
  await page
    .getByRole("complementary", { name: "Settings" })
    .getByRole("textbox", { name: "Text", exact: true })
    .click();
  await page.keyboard.type(word);
  await expect(frame.getByText(word)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
  await expect(frame.getByText(word)).toHaveCount(0);
});
