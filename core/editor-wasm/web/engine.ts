/**
 * The template engine of the server, in the browser. Nothing is fetched before the first call; after that the engine
 * and each language are fetched once for a page's life.
 */

/** The part of the engine that found a problem. */
export type TemplateStage = "parser" | "assembler" | "engine";

/** One thing that is wrong with a template, with its place. */
export interface TemplateProblem {
  /** Name in the language reference, for example `EOF_IN_BLOCK`. */
  code: string;
  stage: TemplateStage;
  message: string;
  /** From 1. */
  line: number;
  /** Character in the line, from 1. */
  column: number;
  /** Bytes of UTF-8 from the start, from 0. */
  offset: number;
  /** The partial, if the problem is in one. */
  template?: string;
  /** Problems of a partial that did not compile. */
  causes?: TemplateProblem[];
}

/** What a render depends on beside template, partials and data. */
export interface TemplateContext {
  /** The time, milliseconds since 1970 UTC; 0 if nothing is said. */
  nowMs?: number;
  /** Documents for `inject`, by path. */
  documents?: Record<string, unknown>;
  /** The first error ends the run. */
  strict?: boolean;
  /** Only tags that start with `^` run. */
  preprocess?: boolean;
}

/** A template and everything it is rendered with. */
export interface RenderRequest {
  template: string;
  /** Sources by the name that `apply` and `include` call. */
  partials?: Record<string, string>;
  data?: unknown;
  context?: TemplateContext;
}

/** What a render made. Problems of the source come before those of the run. */
export interface Rendered {
  html: string;
  errors: TemplateProblem[];
}

/** Something that went wrong while a page was drawn. */
export interface DrawError {
  /** The block; null when the theme is to blame. */
  blockId: string | null;
  /** Name of the theme's template that is to blame; null when it is the block's own. */
  template: string | null;
  message: string;
  /** From 1; 0 when it has no place. */
  line: number;
  /** From 1; 0 when it has no place. */
  column: number;
  /** Bytes of UTF-8 from the start, from 0. */
  offset: number;
}

/** A page as it stands while someone edits it. What is left out is as the server sent it. */
export interface PageEdit {
  /** Its blocks. */
  document?: unknown;
  /** The block that is to be drawn alone. */
  block?: unknown;
  /** Templates and style sheets of the theme by path. */
  files?: Record<string, string>;
  /** The settings of the theme as one rule of a style sheet. */
  properties?: string;
  /** The time, milliseconds since 1970 UTC. */
  nowMs: number;
}

/** A page, or one block of it, as it was drawn. */
export interface ShownPage {
  html: string;
  errors: DrawError[];
  /** What only the server can tell, for its answer; null when nothing is open. */
  questions: unknown;
  /** Whether the whole page has to be drawn instead of the block alone. */
  incomplete: boolean;
}

/** A page that is rendered again after each edit. */
export interface LivePage {
  draw(edit: PageEdit): ShownPage;
  /** Takes in the server's answer to questions, as it was sent. */
  learn(answers: string): void;
  /** Frees what it holds; it must not be used any more. */
  close(): void;
}

/** The engine, speaking one language. */
export interface Engine {
  /** All problems of a source. Formatters and predicates of plugins are unknown here. */
  check(source: string): TemplateProblem[];
  render(request: RenderRequest): Rendered;
  /** As `render`, for a request that the server sent as text: with its own locale, and numbers as they are written. */
  renderText(request: string): Rendered;
  /** A page, made of what the server sent for it. */
  openPage(material: string): LivePage;
}

/** What the compiled engine exports. */
interface Exports {
  default(module: { module_or_path: string }): Promise<unknown>;
  loadLocale(data: Uint8Array): void;
  check(source: string): string;
  render(request: string): string;
  PagePreview: new (material: string) => PagePreview;
}

/** A page inside the compiled engine. */
interface PagePreview {
  draw(edit: string): string;
  learn(answers: string): void;
  free(): void;
}

/** What the server says about the engine that it carries. */
interface Directory {
  /** Address that changes with the engine and ends with a slash. */
  base: string;
  /** Languages there is data for. */
  languages: string[];
}

interface Loaded {
  exports: Exports;
  directory: Directory;
  languages: Map<string, Promise<void>>;
}

const DIRECTORY = "/static/engine/directory.json";
const FALLBACK = "en";

let loading: Promise<Loaded> | undefined;

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} was answered with ${String(response.status)}`);
  return response;
}

async function start(): Promise<Loaded> {
  const directory = (await (await fetched(DIRECTORY)).json()) as Directory;
  const exports = (await import(/* @vite-ignore */ `${directory.base}engine.js`)) as Exports;
  await exports.default({ module_or_path: `${directory.base}engine_bg.wasm` });
  return { exports, directory, languages: new Map() };
}

async function loadLanguage(loaded: Loaded, language: string): Promise<void> {
  const response = await fetched(`${loaded.directory.base}locale/${language}.blob`);
  loaded.exports.loadLocale(new Uint8Array(await response.arrayBuffer()));
}

/** Keeps what succeeded, and forgets what failed, so that the next call tries again. */
function remembered<T>(promise: Promise<T>, forget: () => void): Promise<T> {
  promise.catch(forget);
  return promise;
}

/** The language of a tag, or English if there is no data for it. */
function languageOf(loaded: Loaded, locale: string): string {
  const language = locale.replaceAll("_", "-").split("-")[0]?.toLowerCase() ?? FALLBACK;
  return loaded.directory.languages.includes(language) ? language : FALLBACK;
}

/**
 * The engine for a locale such as `de-CH`. Fails if the server cannot be reached or carries no engine; a later call
 * tries again.
 */
export async function loadEngine(locale: string): Promise<Engine> {
  loading ??= remembered(start(), () => {
    loading = undefined;
  });
  const loaded = await loading;
  // Some formatters are bound to American English, whatever the locale is.
  await Promise.all(
    [FALLBACK, languageOf(loaded, locale)].map((language) => {
      const known = loaded.languages.get(language);
      if (known !== undefined) return known;
      const fetching = remembered(loadLanguage(loaded, language), () => loaded.languages.delete(language));
      loaded.languages.set(language, fetching);
      return fetching;
    }),
  );
  const rendered = (request: string): Rendered => JSON.parse(loaded.exports.render(request)) as Rendered;
  return {
    check: (source) => JSON.parse(loaded.exports.check(source)) as TemplateProblem[],
    render: (request) => rendered(JSON.stringify({ ...request, locale })),
    renderText: rendered,
    openPage: (material) => {
      const page = new loaded.exports.PagePreview(material);
      return {
        draw: (edit) => JSON.parse(page.draw(JSON.stringify(edit))) as ShownPage,
        learn: (answers) => page.learn(answers),
        close: () => page.free(),
      };
    },
  };
}
