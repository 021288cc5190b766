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

/** What is saved: a navigation, and the layout it was made of. */
interface Change {
  layout: SiteLayout;
  identifier: NavigationUpdate["fieldName"];
  items: NavigationItem[];
}

/** Why it was not saved: somebody has changed this navigation since it was read, or the server said so. */
type NavigationFailure = { kind: "changed" } | { kind: "refused"; message: string };
type Outcome = { kind: "saved"; revision: number } | NavigationFailure;

interface SaveNavigation {
  save: (change: Change) => Promise<Outcome>;
  isSaving: boolean;
  failure: NavigationFailure | null;
  forget: () => void;
}

function isSame(one: SiteLayout, other: SiteLayout, identifier: string): boolean {
  const linksIn = ({ layout }: SiteLayout) => JSON.stringify(layout.find((navigation) => navigation.identifier === identifier)?.links);
  return one.templateId === other.templateId && linksIn(one) === linksIn(other);
}

/**
 * Saves a navigation over the one it was made of. Anything that is saved of a site makes the layout a newer one: where the
 * navigation itself stayed as it was, it is saved over that. Where it did not, the newest is read, and nothing is saved.
 * What is changed while another save is on its way waits for it, and is saved over what that made.
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
