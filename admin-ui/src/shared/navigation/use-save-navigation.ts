import { useCallback, useState } from "react";
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
export type NavigationFailure = { kind: "changed" } | { kind: "refused"; message: string };

interface SaveNavigation {
  save: (change: Change) => Promise<"saved" | NavigationFailure>;
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
 */
export function useSaveNavigation(websiteId: string): SaveNavigation {
  const [update, { isLoading }] = useUpdateNavigationMutation();
  const [readLayout] = useLazySiteLayoutQuery();
  const [failure, setFailure] = useState<NavigationFailure | null>(null);
  const save = useCallback(
    async ({ layout, identifier, items }: Change) => {
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
      return answer.error === undefined ? "saved" : fail({ kind: "refused", message: errorText(answer.error) });
    },
    [readLayout, update, websiteId],
  );
  return { save, isSaving: isLoading, failure, forget: () => setFailure(null) };
}
