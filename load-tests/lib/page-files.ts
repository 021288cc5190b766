// The files that a browser loads for a page.

import { isOwnPath } from "./target.ts";

/** Names in the statistics. */
export type FileKind = "style" | "script" | "font" | "picture" | "icon";

export interface PageFile {
  /** Path with query on the site. */
  path: string;
  kind: FileKind;
}

export type Screen = "phone" | "desktop";

/** What a script imports. */
export interface Imports {
  /** Paths of the modules that it cannot do without. */
  always: string[];
  /** Modules of the interactive parts of pages, by the name of the part. */
  parts: Readonly<Record<string, string>>;
}

/** Device pixels of a picture as wide as the screen. */
const wide: Readonly<Record<Screen, number>> = { phone: 800, desktop: 1200 };
/** Pictures further down the page that are scrolled into view. */
const scrolledTo = 6;

const elements = /<(link|script|img)\b([^>]*)>/g;
const staticImports = /(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g;
const partImports = /"?([a-z-]+)"?:\(\)=>[^:`]*import\(`(\.\/[^`]+)`\)/g;

function attribute(element: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? "";
  return value.replaceAll("&amp;", "&");
}

/** The candidate of a `srcset` that fits the screen. */
function candidate(srcset: string, screen: Screen): string {
  const candidates = srcset.split(", ").map((part) => part.trim().split(" "));
  const fits = candidates.find(([, width = ""]) => Number(width.replace("w", "")) >= wide[screen]);
  return (fits ?? candidates.at(-1))?.[0] ?? "";
}

function linked(element: string): PageFile | null {
  const path = attribute(element, "href");
  switch (attribute(element, "rel")) {
    case "stylesheet":
      return { path, kind: "style" };
    case "modulepreload":
      return { path, kind: "script" };
    case "icon":
      return { path, kind: "icon" };
    case "preload":
      return attribute(element, "as") === "font" ? { path, kind: "font" } : null;
    default:
      return null;
  }
}

function picture(element: string, screen: Screen): PageFile {
  const srcset = attribute(element, "srcset");
  return { path: srcset === "" ? attribute(element, "src") : candidate(srcset, screen), kind: "picture" };
}

/** The files of a page in the order in which they stand there; nothing of other hosts, since nobody else may be burdened. */
export function filesOf(html: string, screen: Screen): PageFile[] {
  const files = new Map<string, PageFile>();
  let lazy = 0;
  for (const [, name, element = ""] of html.matchAll(elements)) {
    let file: PageFile | null = null;
    if (name === "link") file = linked(element);
    else if (name === "script") file = { path: attribute(element, "src"), kind: "script" };
    else if (attribute(element, "loading") !== "lazy" || ++lazy <= scrolledTo) file = picture(element, screen);
    if (file !== null && isOwnPath(file.path)) files.set(file.path, file);
  }
  return [...files.values()];
}

/** A path that is written relative to that of a script. */
function resolved(path: string, from: string): string {
  const folders = (from.split("?")[0] ?? "").split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") folders.splice(Math.max(1, folders.length - 1));
    else if (part !== ".") folders.push(part);
  }
  return folders.join("/");
}

/** What a script imports. */
export function importsOf(path: string, script: string): Imports {
  const always = [...script.matchAll(staticImports)].map(([, name = ""]) => resolved(name, path));
  const parts = [...script.matchAll(partImports)].map(([, part = "", name = ""]) => [part, resolved(name, path)]);
  return { always, parts: Object.fromEntries(parts) };
}

/** The scripts that follow a script on a page. */
export function following({ always, parts }: Imports, html: string): PageFile[] {
  const shown = Object.keys(parts).filter((part) => html.includes(`data-stoa-island="${part}"`));
  const paths = [...always, ...shown.map((part) => parts[part] ?? "")];
  return paths.filter(isOwnPath).map((path) => ({ path, kind: "script" }));
}
