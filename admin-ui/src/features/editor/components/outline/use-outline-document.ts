import { useEffect, useState } from "react";
import { useStore } from "react-redux";
import type { PageDocument } from "@/shared/page-document/document";
import { sameStructure } from "../../document/structure";
import { useStructure } from "../../hooks/use-open-page";
import { selectOpenPage, type EditorRoot } from "../../slice";

/** Pause in typing before the outline's texts update, in milliseconds. */
const rest = 250;

/** The page for its outline: structure immediately, block texts debounced. */
export function useOutlineDocument(): PageDocument {
  const store = useStore<EditorRoot>();
  const structure = useStructure();
  const [rested, setRested] = useState(structure);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: PageDocument | undefined;
    const unsubscribe = store.subscribe(() => {
      const present = selectOpenPage(store.getState())?.draft.document;
      if (present === undefined || present === last) return;
      last = present;
      clearTimeout(timer);
      timer = setTimeout(() => setRested(present), rest);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store]);
  if (sameStructure(rested, structure)) return rested;
  // Debounced texts of an earlier state are not shown again when the structure returns to it.
  setRested(structure);
  return structure;
}
