import { useEffect, useState } from "react";
import { shallowEqual, useDispatch, useStore } from "react-redux";
import { api } from "@/shared/api/base-api";
import { loadRules } from "@/shared/document-rules/rules";
import { useAccount } from "@/shared/session/hooks";
import {
  leftBehindChanged,
  noticesAdded,
  pageOpened,
  peopleChanged,
  savingChanged,
  selectOpenPage,
  synced,
  type EditorRoot,
} from "../slice";
import type { Page } from "../api";
import { editorsAtWork } from "../sync/at-work";
import type { Face } from "../sync/exchange";
import { openOutbox } from "../sync/outbox";
import { Session } from "../sync/session";
import { useEditable } from "./use-open-page";
import { useServer } from "./use-server";

export type PageSession = { state: "opening" } | { state: "failed"; retry: () => void } | { state: "open"; session: Session };

/** Opens a page for editing: its draft goes into the store, and what is typed goes to the server. */
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
      // What the page shows already is not said again: each action costs the whole screen a look at the store.
      const shown = () => selectOpenPage(store.getState());
      const face: Face = {
        synced: (state) => {
          if (!shallowEqual(shown(), { ...shown(), ...state })) dispatch(synced(page.id, state));
        },
        saving: (saving) => {
          if (!shallowEqual(shown()?.saving, saving)) dispatch(savingChanged(page.id, saving));
        },
        people: (people) => dispatch(peopleChanged(page.id, people)),
        leftBehind: (leftBehind) => dispatch(leftBehindChanged(page.id, leftBehind)),
        notices: (notices) => dispatch(noticesAdded(page.id, notices)),
        commented: () => dispatch(api.util.invalidateTags([{ type: "ReviewThread", id: page.id }])),
      };
      // The very draft that is shown: what is one object in both is not compared again. None, when its shape is none we know.
      const draft = shown()?.draft;
      if (draft === undefined) return;
      const opened = new Session({ rules, server, outbox, atWork: editorsAtWork(), face, draft, revision: page.revision, editable });
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
    // The page is opened once; what it becomes afterwards the session knows better.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isReady, page?.id, account, server, store, dispatch, editable, tries]);

  if (session !== null) return { state: "open", session };
  return failed ? { state: "failed", retry: () => setTries((count) => count + 1) } : { state: "opening" };
}
