import { useCallback, useRef, useState } from "react";
import { editorLabels } from "../i18n/editor-labels";
import { useWebsite } from "../session/hooks";
import {
  useBeginUploadMutation,
  useCancelUploadMutation,
  useFinishUploadMutation,
  useLazyGetUploadQuery,
  useSendUploadPartMutation,
  type Asset,
} from "./api";
import { sendInParts, UploadFailure, type Bookmark, type UploadStage } from "./send-in-parts";

/** A file on its way, as it is shown. */
export interface UploadRow {
  key: number;
  name: string;
  bytes: number;
  sent: number;
  state: "waiting" | UploadStage | "failed";
  /** Why it failed. */
  message: string | null;
  mayGoOn: boolean;
}

/** A picture that has arrived and has no description yet. */
export type Undescribed = Pick<Asset, "id" | "filename" | "url" | "focalPoint">;

interface UploadOptions {
  folderId: string | null;
  /** The file that the next one takes the place of. */
  replaces?: string | null;
  onUploaded?: (asset: Asset) => void;
}

export interface Uploads {
  rows: UploadRow[];
  /** Pictures that have just arrived and wait to be described. */
  undescribed: Undescribed[];
  /** Asks no more for the description of a picture. */
  settle: (assetId: string) => void;
  add: (files: readonly File[]) => void;
  retry: (key: number) => void;
  /** Stops an upload, or takes a failed one off the list. */
  dismiss: (key: number) => void;
}

function bookmarkOf(websiteId: string, file: File, replaces: string | null): Bookmark {
  const name = `stoa-upload:${websiteId}:${replaces ?? ""}:${file.name}:${file.size}:${file.lastModified}`;
  return {
    read: () => localStorage.getItem(name),
    write: (id) => {
      if (id === null) localStorage.removeItem(name);
      else localStorage.setItem(name, id);
    },
  };
}

/** Uploads files one after the other, several at a time chosen, each in parts that go on after a broken line. */
export function useUploads({ folderId, replaces = null, onUploaded }: UploadOptions): Uploads {
  const website = useWebsite();
  const [rows, setRows] = useState<UploadRow[]>([]);
  const [undescribed, setUndescribed] = useState<Undescribed[]>([]);
  const [begin] = useBeginUploadMutation();
  const [look] = useLazyGetUploadQuery();
  const [send] = useSendUploadPartMutation();
  const [finish] = useFinishUploadMutation();
  const [cancel] = useCancelUploadMutation();
  const files = useRef(new Map<number, File>());
  const canceled = useRef(new Set<number>());
  const nextKey = useRef(1);
  const line = useRef<Promise<void>>(Promise.resolve());

  const change = useCallback((key: number, part: Partial<UploadRow>) => {
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...part } : row)));
  }, []);
  const drop = useCallback((key: number) => {
    files.current.delete(key);
    setRows((before) => before.filter((row) => row.key !== key));
  }, []);

  const upload = async (key: number) => {
    const file = files.current.get(key);
    if (file === undefined || canceled.current.has(key)) return;
    const ref = { websiteId: website.id };
    const bookmark = bookmarkOf(website.id, file, replaces);
    try {
      const asset = await sendInParts(
        file,
        {
          begin: () =>
            begin({ ...ref, filename: file.name, bytes: file.size, folderId, replacesAssetId: replaces }).unwrap(),
          look: (uploadId) => look({ ...ref, uploadId }).unwrap(),
          send: (uploadId, offset, part) => send({ ...ref, uploadId, offset, part }).unwrap(),
          finish: (uploadId) => finish({ ...ref, uploadId }).unwrap(),
        },
        bookmark,
        (state, sent) => change(key, { state, sent }),
        () => canceled.current.has(key),
      );
      drop(key);
      if (asset.kind === "picture" && asset.altText === "") setUndescribed((before) => [...before, asset]);
      onUploaded?.(asset);
    } catch (error) {
      if (canceled.current.has(key)) return;
      const why = error instanceof UploadFailure ? error : new UploadFailure(editorLabels.uploadIncomplete, true);
      change(key, { state: "failed", message: why.message, mayGoOn: why.mayGoOn });
    }
  };
  const enqueue = (key: number) => {
    line.current = line.current.then(() => upload(key));
  };

  return {
    rows,
    undescribed,
    settle: (assetId) => setUndescribed((before) => before.filter(({ id }) => id !== assetId)),
    add: (chosen) => {
      for (const file of chosen) {
        const key = nextKey.current++;
        files.current.set(key, file);
        setRows((before) => [
          ...before,
          { key, name: file.name, bytes: file.size, sent: 0, state: "waiting", message: null, mayGoOn: false },
        ]);
        enqueue(key);
      }
    },
    retry: (key) => {
      change(key, { state: "waiting", message: null });
      enqueue(key);
    },
    dismiss: (key) => {
      canceled.current.add(key);
      const file = files.current.get(key);
      if (file !== undefined) {
        const bookmark = bookmarkOf(website.id, file, replaces);
        const uploadId = bookmark.read();
        bookmark.write(null);
        if (uploadId !== null) void cancel({ websiteId: website.id, uploadId });
      }
      drop(key);
    },
  };
}
