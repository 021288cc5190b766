import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rulesOf, type Operation, type Rules, type RulesModule } from "@stoa/document-rules";
import type { RequestOf } from "@/shared/api/types";
import { backEnd } from "./back-end";

type StepsBody = RequestOf<"/api/v1/websites/{websiteId}/pages/{pageId}/operations", "post">;
type Page = (typeof backEnd.pages)[number];

const compiled = join(import.meta.dirname, "../../../target/engine");

interface Loadable extends RulesModule {
  initSync: (module: { module: Uint8Array }) => unknown;
}

let loading: Promise<Rules> | undefined;

async function load(): Promise<Rules> {
  const script = pathToFileURL(join(compiled, "document.js")).href;
  const module = (await import(/* @vite-ignore */ script)) as Loadable;
  module.initSync({ module: readFileSync(join(compiled, "document_bg.wasm")) });
  return rulesOf(module);
}

/** The server's rules, compiled by `cargo xtask engine`. */
export function compiledRules(): Promise<Rules> {
  loading ??= load();
  return loading;
}

function draftOf({ title, navigationTitle, seoTitle, seoDescription, document }: Page) {
  return { page: { title, navigationTitle, seoTitle, seoDescription }, document };
}

/** Applies the steps of an editor to a page of the back end, each once. */
export async function makeSteps(page: Page, { client, steps }: StepsBody): Promise<Page> {
  const rules = await compiledRules();
  let changed = page;
  for (const { number, kind, undoes = null, operations } of steps) {
    if (backEnd.pageLog.some((step) => step.pageId === page.id && step.client === client && step.number === number))
      continue;
    const { draft, steps: made } = rules.apply(draftOf(changed), [operations as Operation[]]);
    const [step] = made;
    if (step === undefined) continue;
    const seq = changed.revision + 1;
    changed = { ...changed, ...draft.page, document: draft.document, revision: seq, hasUnpublishedChanges: true };
    backEnd.pageLog.push({
      pageId: page.id,
      seq,
      client,
      number,
      authorName: "Olive Owner",
      madeOn: Date.now(),
      kind,
      undoes,
      ...step,
    });
  }
  backEnd.pages = backEnd.pages.map((candidate) => (candidate.id === page.id ? changed : candidate));
  return changed;
}

/** State of a page's log, for an editor that knows it up to a step. */
export function toldSince(page: Page, since: number) {
  const steps = backEnd.pageLog.filter(({ pageId, seq }) => pageId === page.id && seq > since);
  const complete = steps.length === page.revision - since;
  return {
    seq: page.revision,
    steps: complete ? steps : [],
    draft: complete ? null : draftOf(page),
    problems: {},
    present: [],
  };
}
