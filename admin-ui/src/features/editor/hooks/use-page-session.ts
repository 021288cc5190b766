import { useEffect, useState } from "react";
import { shallowEqual, useDispatch, useStore } from "react-redux";
import { loadRules } from "@/shared/document-rules/rules";
import { useAccount } from "@/shared/session/hooks";
import {
  orphanedEditsChanged,
  noticesAdded,
  pageOpened,
  peopleChanged,
  savingChanged,
  selectOpenPage,
  synced,
  type EditorRoot,
} from "../slice";
import type { Page } from "../api";
import { reviewApi } from "../review/api";
import { runningEditors } from "../sync/running-editors";
import type { SessionCallbacks } from "../sync/exchange";
import { openOutbox } from "../sync/outbox";
import { Session } from "../sync/session";
import { useEditable } from "./use-open-page";
import { useServer } from "./use-server";

type PageSession = { state: "opening" } | { state: "failed"; retry: () => void } | { state: "open"; session: Session };

/** Opens a page for editing: loads its draft into the store and syncs changes with the server. */
export function usePageSession(page: Page | null): PageSession {
  const dispatch = useDispatch();
  const store = useStore<EditorRoot>();
  const account = useAccount()?.id ?? "";
  const editable = useEditable();
  const server = useServer(page?.id ?? "");
  const [session, setSession] = useState<Session | null>(null);
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  const isReady = page !== null;

  useEffect(() => {
    if (page === null) return undefined;
    let current: Session | null = null;
    let unsubscribe: (() => void) | undefined;
    let wanted = true;
    const open = async () => {
      const [rules, outbox] = await Promise.all([loadRules(), openOutbox({ account, pageId: page.id })]);
      if (!wanted) return;
      dispatch(pageOpened(page));
      // Unchanged values are not dispatched again: each action makes the whole screen evaluate its selectors.
      const shown = () => selectOpenPage(store.getState());
      const face: SessionCallbacks = {
        synced: (state) => {
          if (!shallowEqual(shown(), { ...shown(), ...state })) dispatch(synced(page.id, state));
        },
        saving: (saving) => {
          if (!shallowEqual(shown()?.saving, saving)) dispatch(savingChanged(page.id, saving));
        },
        people: (people) => dispatch(peopleChanged(page.id, people)),
        orphanedEdits: (orphanedEdits) => dispatch(orphanedEditsChanged(page.id, orphanedEdits)),
        notices: (notices) => dispatch(noticesAdded(page.id, notices)),
        commented: () => dispatch(reviewApi.util.invalidateTags([{ type: "ReviewThread", id: page.id }])),
      };
      // The object identity of the shown draft is kept, so that shared parts are not compared again. Null if the shape
      // of the draft is unknown.
      const draft = shown()?.draft;
      if (draft === undefined) return;
      const opened = new Session({
        rules,
        server,
        outbox,
        atWork: runningEditors(),
        face,
        draft,
        revision: page.revision,
        editable,
      });
      unsubscribe = store.subscribe(() => {
        const present = selectOpenPage(store.getState());
        if (present?.pageId === page.id) opened.edited(present.draft, present.lastEdit.key, present.lastEdit.at);
      });
      opened.start();
      current = opened;
      setSession(opened);
      setFailed(false);
    };
    open().catch(() => {
      if (wanted) setFailed(true);
    });
    return () => {
      wanted = false;
      unsubscribe?.();
      current?.close();
      setSession(null);
    };
    // The page is opened once; after that the session has the newer state.
    // oxlint-disable-next-line exhaustive-deps
  }, [isReady, page?.id, account, server, store, dispatch, editable, tries]);

  if (session !== null) return { state: "open", session };
  return failed ? { state: "failed", retry: () => setTries((count) => count + 1) } : { state: "opening" };
}
