import { createContext, useContext } from "react";
import { useValue, valueStore, type ValueStore } from "@/shared/hooks/value-store";
import type { TemplateError } from "../api";
import type { LivePreview } from "./use-preview";

/** The open page as it would be published; null before the first render. */
export type PreviewStore = ValueStore<LivePreview | null>;

export const PreviewContext = createContext<PreviewStore | null>(null);

const noErrors: TemplateError[] = [];
const seen = ["html", "blocks", "errors", "failure", "busy"] as const;

export function previewStore(): PreviewStore {
  return valueStore<LivePreview | null>(null, (before, preview) =>
    seen.every((name) => before?.[name] === preview?.[name]),
  );
}

const nothingDrawn = previewStore();

function useStore(): PreviewStore {
  const store = useContext(PreviewContext);
  if (store === null) throw new Error("no preview is rendered");
  return store;
}

/** A selector of the preview: only components that use all of it re-render on each keystroke. */
export function useOpenPreview<T>(part: (preview: LivePreview | null) => T): T {
  return useValue(useStore(), part);
}

const readFromTheRight = /^\s*<!doctype html>\s*<html\b[^>]* dir="rtl"/i;

/** Whether the page is right-to-left; false until it is known. */
export function useIsRightToLeft(): boolean {
  return useValue(useContext(PreviewContext) ?? nothingDrawn, (preview) => readFromTheRight.test(preview?.html ?? ""));
}

/** Render errors; the same list until they change. */
export function useTemplateErrors(): TemplateError[] {
  return useOpenPreview((preview) => preview?.errors ?? noErrors);
}
