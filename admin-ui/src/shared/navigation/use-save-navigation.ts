import { useCallback, useRef, useState } from "react";
import { errorStatus } from "../api/api-error";
import { errorText } from "../i18n/error-text";
import {
  useLazySiteLayoutQuery,
  useUpdateNavigationMutation,
  type NavigationItem,
  type NavigationUpdate,
  type SiteLayout,
} from "./api";

/** A navigation to save, and the layout it is based on. */
interface Change {
  layout: SiteLayout;
  identifier: NavigationUpdate["fieldName"];
  items: NavigationItem[];
}

/** Why it was not saved: another user has changed this navigation since it was loaded, or the server refused it. */
type NavigationFailure = { kind: "changed" } | { kind: "refused"; message: string };
type Outcome = { kind: "saved"; revision: number } | NavigationFailure;

interface SaveNavigation {
  save: (change: Change) => Promise<Outcome>;
  isSaving: boolean;
  failure: NavigationFailure | null;
  forget: () => void;
}

function isSame(one: SiteLayout, other: SiteLayout, identifier: string): boolean {
  const linksIn = ({ layout }: SiteLayout) =>
    JSON.stringify(layout.find((navigation) => navigation.identifier === identifier)?.links);
  return one.templateId === other.templateId && linksIn(one) === linksIn(other);
}

/**
 * Saves a navigation with the layout version it is based on. Any save on a site makes a new layout version: if the
 * navigation itself is unchanged in it, the save is repeated on that. Otherwise the new layout is loaded, and nothing
 * is saved. A change made during a save waits for it, and is based on its result.
 */
export function useSaveNavigation(websiteId: string): SaveNavigation {
  const [update, { isLoading }] = useUpdateNavigationMutation();
  const [readLayout] = useLazySiteLayoutQuery();
  const [failure, setFailure] = useState<NavigationFailure | null>(null);
  const own = useRef<SiteLayout | null>(null);
  const former = useRef<Promise<unknown>>(Promise.resolve());
  const saveNow = useCallback(
    async ({ layout: seen, identifier, items }: Change): Promise<Outcome> => {
      const layout = own.current !== null && own.current.revision > seen.revision ? own.current : seen;
      const send = ({ revision, templateId }: SiteLayout) =>
        update({ websiteId, revision, update: { fieldName: identifier, templateId, navigation: { items } } });
      const fail = (reason: NavigationFailure) => {
        setFailure(reason);
        return reason;
      };
      setFailure(null);
      let answer = await send(layout);
      if (errorStatus(answer.error) === 409) {
        const newest = await readLayout({ websiteId });
        if (newest.data === undefined) return fail({ kind: "refused", message: errorText(newest.error) });
        if (!isSame(layout, newest.data, identifier)) return fail({ kind: "changed" });
        answer = await send(newest.data);
      }
      if (answer.error !== undefined) return fail({ kind: "refused", message: errorText(answer.error) });
      own.current = answer.data;
      return { kind: "saved", revision: answer.data.revision };
    },
    [readLayout, update, websiteId],
  );
  const save = useCallback(
    (change: Change) => {
      const outcome = former.current.then(() => saveNow(change));
      former.current = outcome;
      return outcome;
    },
    [saveNow],
  );
  return { save, isSaving: isLoading, failure, forget: () => setFailure(null) };
}
