import { useEffect, useState } from "react";
import { useStore } from "react-redux";
import type { PageDocument } from "@/shared/page-document/document";
import { sameStructure } from "../../document/structure";
import { useStructure } from "../../hooks/use-open-page";
import { selectOpenPage, type EditorRoot } from "../../slice";

/** How long nothing is typed before the words of the outline follow, in milliseconds. */
const rest = 250;

/** The page as its outline tells it: what stands where at once, the blocks' own words as soon as the typing rests. */
export function useOutlined(): PageDocument {
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
  // Words that rested before are not shown again when the page comes back to how it stood then.
  setRested(structure);
  return structure;
}
