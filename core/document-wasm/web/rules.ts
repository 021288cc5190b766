/**
 * The server's rules of editing, in the browser: how steps change a draft, and what tells two drafts apart. Nothing is
 * fetched before the first call; after that the rules are fetched once for a page's life.
 */

/** One change in the words of the rules; made and read by them alone. */
export type Operation = Record<string, unknown>;

/** What a draft consists of: what is said about the page, and its blocks. */
export interface RuledDraft {
  page: Record<string, string>;
  document: unknown;
}

/** What an operation met that its author should know of. */
export interface Remark {
  /** All but `collided` were not made. */
  kind: "gone" | "taken" | "full" | "invalid" | "collided";
  /** The section, row or block; empty for the page itself. */
  id: string;
  path: string[];
  /** The operation that was not made. */
  lost?: Operation;
}

/** A step as it was made. */
export interface MadeStep {
  operations: Operation[];
  /** What takes it back. */
  inverses: Operation[];
  remarks: Remark[];
}

/** What was done to one thing. */
export interface DraftChange {
  change: "added" | "changed" | "moved" | "removed";
  subject: "page" | "section" | "row" | "block";
  /** Its id; empty for the page itself. */
  id: string;
  /** The kind of a block, or the name of what was changed of the page. */
  kind: string;
}

export interface Rules {
  /** Fits steps to a draft and makes them, one after the other. */
  apply<D extends RuledDraft>(draft: D, steps: Operation[][]): { draft: D; steps: MadeStep[] };
  /** The operations that make `after` of `before`. */
  difference(before: RuledDraft, after: RuledDraft): Operation[];
  /** What was done between two drafts, each thing once. */
  compare(before: RuledDraft, after: RuledDraft): DraftChange[];
  /** Two steps that were made right after each other as one. */
  join(step: Operation[], following: Operation[]): Operation[];
}

/** What the compiled rules export. */
export interface RulesModule {
  apply(draft: string, steps: string): string;
  difference(before: string, after: string): string;
  compare(before: string, after: string): string;
  join(step: string, following: string): string;
}

interface Loadable extends RulesModule {
  default(module: { module_or_path: string }): Promise<unknown>;
}

const DIRECTORY = "/static/engine/directory.json";

let loading: Promise<Rules> | undefined;

/** The rules over what was compiled. */
export function rulesOf(compiled: RulesModule): Rules {
  const call = <T>(answer: string): T => JSON.parse(answer) as T;
  const text = (value: unknown) => JSON.stringify(value);
  return {
    apply: (draft, steps) => call(compiled.apply(text(draft), text(steps))),
    difference: (before, after) => call(compiled.difference(text(before), text(after))),
    compare: (before, after) => call(compiled.compare(text(before), text(after))),
    join: (step, following) => call(compiled.join(text(step), text(following))),
  };
}

/**
 * An edit of no page: a browser compiles each part of the rules when it is first called, and nobody's first letter should
 * wait for that.
 */
function rehearse(rules: Rules): void {
  const draft = (word: string): RuledDraft => {
    const block = { id: "block", kind: "text", settings: { word } };
    const section = { id: "section", settings: {}, rows: [{ id: "row", columns: [{ span: 12, blocks: [block] }] }] };
    return { page: { title: word }, document: { version: 1, sections: [section] } };
  };
  const step = rules.difference(draft("one"), draft("two"));
  const { draft: after } = rules.apply(draft("one"), [step]);
  rules.join(step, rules.difference(after, draft("three")));
}

async function start(): Promise<Rules> {
  const answer = await fetch(DIRECTORY);
  if (!answer.ok) throw new Error(`${DIRECTORY} was answered with ${String(answer.status)}`);
  const { base } = (await answer.json()) as { base: string };
  const compiled = (await import(/* @vite-ignore */ `${base}document.js`)) as Loadable;
  await compiled.default({ module_or_path: `${base}document_bg.wasm` });
  const rules = rulesOf(compiled);
  rehearse(rules);
  return rules;
}

/** The rules. Fails if the server cannot be reached; a later call tries again. */
export function loadRules(): Promise<Rules> {
  if (loading === undefined) {
    loading = start();
    loading.catch(() => {
      loading = undefined;
    });
  }
  return loading;
}
