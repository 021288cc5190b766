import { useCallback, useEffect, useRef, useState } from "react";
import { fieldErrors } from "@stoa/api/problem";
import { errorStatus, isApiError } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import {
  useDiscardDesignMutation,
  useLazyGetDesignQuery,
  usePublishDesignMutation,
  useSaveDesignMutation,
  type Design,
  type DesignState,
} from "../api";

export type Saving =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "conflict" }
  | { kind: "refused"; message: string; errors: Record<string, string> };

export interface DesignDraft {
  design: Design;
  /** The last design received from the server. */
  saved: DesignState;
  unsaved: boolean;
  saving: Saving;
  change: (design: Design) => void;
  retry: () => void;
  /** Overwrites the changes of another user with the local draft. */
  keepMine: () => Promise<void>;
  /** Replaces the local draft with the changes of another user. */
  takeTheirs: () => Promise<void>;
  /** Saves and publishes the draft; resolves to whether it worked. */
  publish: () => Promise<boolean>;
  /** Resets the draft to the published design. */
  discard: () => Promise<boolean>;
}

/** Delay before saving after the last change, in milliseconds. */
const pause = 700;

function refusal(error: unknown): Saving {
  if (errorStatus(error) === 412) return { kind: "conflict" };
  const errors = isApiError(error) && error.kind === "problem" ? fieldErrors(error.problem) : {};
  return { kind: "refused", message: errorText(error), errors };
}

/** Draft of the design with debounced autosave. */
export function useDesignDraft(first: DesignState): DesignDraft {
  const website = useWebsite();
  const editable = usePermission("design", "write");
  const [saved, setSaved] = useState(first);
  const [design, setDesign] = useState<Design>(first.draft);
  const [saving, setSaving] = useState<Saving>({ kind: "idle" });
  const newest = useRef(design);
  const [put] = useSaveDesignMutation();
  const [publishDraft] = usePublishDesignMutation();
  const [discardDraft] = useDiscardDesignMutation();
  const [fetchDesign] = useLazyGetDesignQuery();
  const unsaved = design !== saved.draft;

  const take = useCallback((state: DesignState, own: Design | null) => {
    setSaved(state);
    // Changes made during the request stay unsaved.
    if (own === null || newest.current === own) {
      newest.current = state.draft;
      setDesign(state.draft);
    }
    setSaving({ kind: "idle" });
  }, []);

  const saveOver = useCallback(
    async (revision: number): Promise<DesignState | null> => {
      const own = newest.current;
      setSaving({ kind: "saving" });
      const outcome = await put({ websiteId: website.id, revision, design: own });
      if (outcome.data === undefined) {
        setSaving(refusal(outcome.error));
        return null;
      }
      take(outcome.data, own);
      return outcome.data;
    },
    [put, take, website.id],
  );

  useEffect(() => {
    if (!editable || !unsaved || saving.kind !== "idle") return undefined;
    const timer = setTimeout(() => void saveOver(saved.revision), pause);
    return () => clearTimeout(timer);
  }, [editable, unsaved, saving.kind, design, saved.revision, saveOver]);

  const step = async (
    send: (revision: number) => Promise<{ data?: DesignState | undefined; error?: unknown }>,
    save: boolean,
  ) => {
    const state = save && unsaved ? await saveOver(saved.revision) : saved;
    if (state === null) return false;
    const outcome = await send(state.revision);
    if (outcome.data === undefined) setSaving(refusal(outcome.error));
    else take(outcome.data, null);
    return outcome.data !== undefined;
  };

  const theirs = async (): Promise<DesignState | null> => {
    const outcome = await fetchDesign({ websiteId: website.id });
    if (outcome.data !== undefined && !outcome.isError) return outcome.data;
    setSaving(refusal(outcome.error));
    return null;
  };

  return {
    design,
    saved,
    unsaved,
    saving,
    change: (next) => {
      newest.current = next;
      setDesign(next);
      if (saving.kind === "refused") setSaving({ kind: "idle" });
    },
    retry: () => void saveOver(saved.revision),
    keepMine: async () => {
      const state = await theirs();
      if (state !== null) await saveOver(state.revision);
    },
    takeTheirs: async () => {
      const state = await theirs();
      if (state !== null) take(state, null);
    },
    publish: () => step((revision) => publishDraft({ websiteId: website.id, revision }), true),
    discard: () => step((revision) => discardDraft({ websiteId: website.id, revision }), false),
  };
}
