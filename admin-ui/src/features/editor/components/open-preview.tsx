import { useLayoutEffect, useState, type ReactNode } from "react";
import type { Page } from "../api";
import { useDraft } from "../hooks/use-open-page";
import { PreviewContext, previewStore, type PreviewStore } from "../hooks/use-open-preview";
import { usePreview } from "../hooks/use-preview";

/** Renders the open page's draft. On each keystroke only the descendants that use the preview re-render. */
export function OpenPreview({ page, children }: { page: Page; children: ReactNode }) {
  const [store] = useState(previewStore);
  return (
    <PreviewContext value={store}>
      <Drawing page={page} store={store} />
      {children}
    </PreviewContext>
  );
}

function Drawing({ page, store }: { page: Page; store: PreviewStore }) {
  const { document } = useDraft();
  const preview = usePreview(page, document);
  useLayoutEffect(() => store.set(preview), [store, preview]);
  return null;
}
