import { useCallback, useState } from "react";
import { errorStatus } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useLazyGetTemplateFileQuery, useSaveTemplateFileMutation, type TemplateFile } from "../api";

export type Saving =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "conflict" }
  | { kind: "refused"; message: string };

export interface FileDraft {
  text: string;
  /** The last file received from the server. */
  saved: TemplateFile;
  unsaved: boolean;
  saving: Saving;
  change: (text: string) => void;
  save: () => Promise<void>;
  /** Overwrites the changes of another user with the local text. */
  keepMine: () => Promise<void>;
  /** Replaces the local text with the changes of another user. */
  takeTheirs: () => Promise<void>;
}

/** Text of the open file with debounced autosave. */
export function useFileDraft(file: TemplateFile): FileDraft {
  const website = useWebsite();
  const [text, change] = useState(file.text);
  const [saved, setSaved] = useState(file);
  const [saving, setSaving] = useState<Saving>({ kind: "idle" });
  const [put] = useSaveTemplateFileMutation();
  const [fetchFile] = useLazyGetTemplateFileQuery();
  const filePath = file.path;
  const unsaved = text !== saved.text;

  const saveOver = useCallback(
    async (revision: number) => {
      setSaving({ kind: "saving" });
      const outcome = await put({ websiteId: website.id, filePath, revision, text });
      if (outcome.data !== undefined) {
        setSaved(outcome.data);
        setSaving({ kind: "idle" });
      } else if (errorStatus(outcome.error) === 412) setSaving({ kind: "conflict" });
      else setSaving({ kind: "refused", message: errorText(outcome.error) });
    },
    [put, website.id, filePath, text],
  );

  const newest = useCallback(async (): Promise<TemplateFile | null> => {
    const outcome = await fetchFile({ websiteId: website.id, filePath });
    if (outcome.data !== undefined && !outcome.isError) return outcome.data;
    setSaving({ kind: "refused", message: errorText(outcome.error) });
    return null;
  }, [fetchFile, website.id, filePath]);

  return {
    text,
    saved,
    unsaved,
    saving,
    change,
    save: async () => {
      if (unsaved && saving.kind !== "saving") await saveOver(saved.revision);
    },
    keepMine: async () => {
      const theirs = await newest();
      if (theirs !== null) await saveOver(theirs.revision);
    },
    takeTheirs: async () => {
      const theirs = await newest();
      if (theirs === null) return;
      setSaved(theirs);
      change(theirs.text);
      setSaving({ kind: "idle" });
    },
  };
}
