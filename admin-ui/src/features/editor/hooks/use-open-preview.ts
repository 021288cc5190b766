import { createContext, useContext, useSyncExternalStore } from "react";
import type { TemplateError } from "../api";
import type { LivePreview } from "./use-preview";

/**
 * The open page as it would be published, for those who ask for it. It changes with each letter, and as the value of a
 * context React would walk through the whole editor each time to find who reads it.
 */
export interface PreviewStore {
  /** Null before it was drawn. */
  get: () => LivePreview | null;
  set: (preview: LivePreview) => void;
  subscribe: (listener: () => void) => () => void;
}

export const PreviewContext = createContext<PreviewStore | null>(null);

const noErrors: TemplateError[] = [];
const seen = ["html", "blocks", "errors", "failure", "busy"] as const;

export function previewStore(): PreviewStore {
  let current: LivePreview | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (preview) => {
      const before = current;
      if (before !== null && seen.every((name) => before[name] === preview[name])) return;
      current = preview;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const nothingDrawn = previewStore();

function useStore(): PreviewStore {
  const store = useContext(PreviewContext);
  if (store === null) throw new Error("no preview is drawn");
  return store;
}

export function useOpenPreview(): LivePreview | null {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.get);
}

const readFromTheRight = /^\s*<!doctype html>\s*<html\b[^>]* dir="rtl"/i;

/** Whether lines of the page begin on the right; they do not as long as nobody knows. */
export function useIsRightToLeft(): boolean {
  const store = useContext(PreviewContext) ?? nothingDrawn;
  return useSyncExternalStore(store.subscribe, () => readFromTheRight.test(store.get()?.html ?? ""));
}

/** What went wrong when it was drawn; the same list until something else does. */
export function useTemplateErrors(): TemplateError[] {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => store.get()?.errors ?? noErrors);
}
