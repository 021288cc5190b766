import { useCallback, useEffect, useRef, useState } from "react";
import { editorLabels } from "../i18n/editor-labels";
import { errorText } from "../i18n/error-text";
import { useWebsite } from "../session/hooks";
import {
  useBeginUploadMutation,
  useCancelUploadMutation,
  useFetchAssetMutation,
  useFinishUploadMutation,
  useLazyGetUploadQuery,
  useSendUploadPartMutation,
  type Asset,
} from "./api";
import { uploadInParts, UploadFailure, type Bookmark, type UploadStage } from "./upload-in-parts";

/** A running upload. */
export interface UploadRow {
  key: number;
  name: string;
  bytes: number;
  sent: number;
  /** An import from a URL reports no progress. */
  state: "waiting" | UploadStage | "fetching" | "failed";
  /** Error message of a failed upload. */
  message: string | null;
  canRetry: boolean;
}

/** An uploaded image without a description. */
export type Undescribed = Pick<Asset, "id" | "filename" | "url" | "focalPoint">;

/** A file of the device, or a URL. */
type Source = File | string;

interface UploadOptions {
  folderId: string | null;
  /** Id of the file to replace. */
  replaces?: string | null;
  /** Whether running uploads are cancelled when the component unmounts, as in a picker. */
  endsWithScreen?: boolean;
  onUploaded?: (asset: Asset) => void;
}

export interface Uploads {
  rows: UploadRow[];
  /** Names of the files uploaded since the last selection. */
  arrived: string[];
  /** Uploaded images that need a description. */
  undescribed: Undescribed[];
  /** Removes an image from that list. */
  settle: (assetId: string) => void;
  add: (files: readonly File[]) => void;
  /** Imports the file at a URL. */
  fetch: (address: string) => void;
  retry: (key: number) => void;
  /** Cancels an upload, or removes a failed one from the list. */
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

/** Uploads files sequentially, each in parts that are resumed after a lost connection. */
export function useUploads({ folderId, replaces = null, endsWithScreen = false, onUploaded }: UploadOptions): Uploads {
  const website = useWebsite();
  const [rows, setRows] = useState<UploadRow[]>([]);
  const [arrived, setArrived] = useState<string[]>([]);
  const [undescribed, setUndescribed] = useState<Undescribed[]>([]);
  const [begin] = useBeginUploadMutation();
  const [look] = useLazyGetUploadQuery();
  const [send] = useSendUploadPartMutation();
  const [finish] = useFinishUploadMutation();
  const [cancel] = useCancelUploadMutation();
  const [fetchAsset] = useFetchAssetMutation();
  const sources = useRef(new Map<number, Source>());
  const canceled = useRef(new Set<number>());
  const nextKey = useRef(1);
  const line = useRef<Promise<void>>(Promise.resolve());

  const change = useCallback((key: number, part: Partial<UploadRow>) => {
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...part } : row)));
  }, []);
  const drop = useCallback((key: number) => {
    sources.current.delete(key);
    setRows((before) => before.filter((row) => row.key !== key));
  }, []);

  /** Cancels an upload, and deletes its parts on the server. */
  const stop = (key: number) => {
    canceled.current.add(key);
    const source = sources.current.get(key);
    if (source instanceof File) {
      const bookmark = bookmarkOf(website.id, source, replaces);
      const uploadId = bookmark.read();
      bookmark.write(null);
      if (uploadId !== null) void cancel({ websiteId: website.id, uploadId });
    }
    sources.current.delete(key);
  };
  const stopAll = useRef(() => {});
  useEffect(() => {
    stopAll.current = () => [...sources.current.keys()].forEach(stop);
  });
  useEffect(() => {
    if (!endsWithScreen) return;
    return () => stopAll.current();
  }, [endsWithScreen]);

  const upload = async (key: number, file: File): Promise<Asset> => {
    const ref = { websiteId: website.id };
    const bookmark = bookmarkOf(website.id, file, replaces);
    return uploadInParts(
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
  };
  const copy = async (key: number, url: string): Promise<Asset> => {
    change(key, { state: "fetching" });
    try {
      return await fetchAsset({ websiteId: website.id, url, folderId }).unwrap();
    } catch (error) {
      throw new UploadFailure(errorText(error), true);
    }
  };
  const take = async (key: number) => {
    const source = sources.current.get(key);
    if (source === undefined || canceled.current.has(key)) return;
    try {
      const asset = await (source instanceof File ? upload(key, source) : copy(key, source));
      if (canceled.current.has(key)) return;
      drop(key);
      setArrived((before) => [...before, asset.filename]);
      if (asset.kind === "picture" && asset.altText === "") setUndescribed((before) => [...before, asset]);
      onUploaded?.(asset);
    } catch (error) {
      if (canceled.current.has(key)) return;
      const why = error instanceof UploadFailure ? error : new UploadFailure(editorLabels.uploadIncomplete, true);
      change(key, { state: "failed", message: why.message, canRetry: why.canRetry });
    }
  };
  const enqueue = (key: number) => {
    line.current = line.current.then(() => take(key));
  };
  const begun = (source: Source) => {
    const key = nextKey.current++;
    sources.current.set(key, source);
    const [name, bytes] = source instanceof File ? [source.name, source.size] : [source, 0];
    setRows((before) => [...before, { key, name, bytes, sent: 0, state: "waiting", message: null, canRetry: false }]);
    enqueue(key);
  };

  return {
    rows,
    arrived,
    undescribed,
    settle: (assetId) => setUndescribed((before) => before.filter(({ id }) => id !== assetId)),
    add: (chosen) => {
      setArrived([]);
      chosen.forEach(begun);
    },
    fetch: (address) => {
      setArrived([]);
      begun(address);
    },
    retry: (key) => {
      change(key, { state: "waiting", message: null });
      enqueue(key);
    },
    dismiss: (key) => {
      stop(key);
      drop(key);
    },
  };
}
