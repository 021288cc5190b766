import { expect, test, type Page } from "@playwright/test";
import type { paths } from "@stoa/api/schema";
import { callApi } from "./support/admin.ts";
import { onEmptyPage, putDraft, type OpenPage } from "./support/draft-pages.ts";
import { siteUrl } from "./support/environment.ts";

type Kinds =
  paths["/api/v1/websites/{websiteId}/block-kinds"]["get"]["responses"][200]["content"]["application/json"]["blockKinds"];

interface Schema {
  type?: string | string[];
  format?: string;
  maxLength?: number;
  default?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
}

const word = "Donaudampfschifffahrtsgesellschaft".repeat(6).slice(0, 200);
/** Block limit of a document. */
const mostBlocks = 60;
/** Keywords of fields whose text is not free. */
const bound = ["enum", "pattern", "x-check", "x-offers", "x-generated", "x-hidden"];

/** The settings of a kind with an overlong word in every free text. */
function withLongWords(schema: Schema, value: unknown): unknown {
  if (bound.some((name) => name in schema)) return value;
  if (schema.format === "richtext" || schema.format === "html") {
    return `<h2>${word}</h2><p>${word}</p><ul><li>${word}</li></ul><blockquote><p>${word}</p></blockquote>`;
  }
  if (schema.type === "string" && (schema.format === undefined || schema.format === "textarea"))
    return word.slice(0, schema.maxLength ?? 200);
  if (schema.items !== undefined) {
    const kept: unknown[] = Array.isArray(value) ? value : [];
    const entries = kept.length === 0 && schema.items.properties !== undefined ? [{}] : kept;
    return entries.map((entry) => withLongWords(schema.items ?? {}, entry));
  }
  if (schema.properties === undefined) return value;
  const values = (value ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, inner]) => {
      const long = withLongWords(inner, values[name] ?? inner.default);
      return long === undefined ? [] : [[name, long]];
    }),
  );
}

function documentOf(kinds: Kinds): OpenPage["document"] {
  const settings = { tone: "default", width: "normal", padding: "small" } as const;
  const block = ({ kind, settingsSchema, defaultSettings }: Kinds[number], id: string) => ({
    id,
    kind,
    settings: withLongWords(settingsSchema as Schema, defaultSettings) as Record<string, unknown>,
  });
  const sections = kinds.map((kind, index) => ({
    id: `s${String(index)}`,
    settings,
    rows: [{ id: `r${String(index)}`, columns: [{ span: 12, blocks: [block(kind, `b${String(index)}`)] }] }],
  }));
  return { version: 1, sections };
}

/** Overflowing elements of the page, by block. */
function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    const isCut = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).overflowX !== "visible" ||
        isCut(element.parentElement === document.body ? null : element.parentElement));
    const places = [...document.body.querySelectorAll("*")].map((element) => ({
      element,
      box: element.getBoundingClientRect(),
      cutBy: element.parentElement,
    }));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      // Text can overflow the box of its element.
      if (text.parentElement !== null)
        places.push({ element: text.parentElement, box: range.getBoundingClientRect(), cutBy: text.parentElement });
    }
    return places.flatMap(({ element, box: { left, right, width }, cutBy }) => {
      // Visually hidden content is positioned left of the page.
      const isAway = right <= 0;
      if (width === 0 || isAway || (right <= room + 1 && left >= -1) || isCut(cutBy)) return [];
      const block = element.closest("[data-block-id]");
      return [
        `${block?.className ?? "page"}: ${element.tagName} ${element.className.toString()} ${Math.round(left)} to ${Math.round(right)}`,
      ];
    });
  });
}

test("a very long word does not make a page wider than a phone", async ({ page, context }) => {
  await onEmptyPage(page, async (signedIn, open) => {
    const call = async (method: string, path: string, body: object | null = null) => {
      const answer = await callApi(
        page,
        method,
        `/api/v1/websites/${signedIn.website.id}${path}`,
        body,
        signedIn.accessToken,
      );
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      return answer.body;
    };
    const { blockKinds } = (await call("GET", "/block-kinds")) as { blockKinds: Kinds };
    const shop = await context.newPage();
    await shop.setViewportSize({ width: 390, height: 800 });
    let now = open;
    for (let from = 0; from < blockKinds.length; from += mostBlocks) {
      now = await putDraft(page, signedIn, now, documentOf(blockKinds.slice(from, from + mostBlocks)));
      await call("POST", `/pages/${open.id}/publish`, { revision: now.revision });
      await shop.goto(`${siteUrl}${open.fullUrl}`);
      await expect(shop.locator("[data-block-id]").first()).toBeVisible();
      expect(await stickingOut(shop)).toEqual([]);
      expect(await shop.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
  });
});
