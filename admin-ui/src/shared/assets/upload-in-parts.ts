import { editorLabels } from "../i18n/editor-labels";
import { isApiError } from "../api/api-error";
import { errorText } from "../i18n/error-text";
import type { Asset, Upload } from "./api";

/** The requests of an upload; each throws the server's error. */
export interface UploadCalls {
  begin: () => Promise<Upload>;
  /** Progress of an interrupted upload. */
  look: (uploadId: string) => Promise<Upload>;
  send: (uploadId: string, offset: number, part: Blob) => Promise<Upload>;
  finish: (uploadId: string) => Promise<Asset>;
}

/** Stores the id of an unfinished upload, so that it continues after a reload. */
export interface Bookmark {
  read: () => string | null;
  write: (uploadId: string | null) => void;
}

export type UploadStage = "sending" | "processing";

/** Why an upload failed. */
export class UploadFailure extends Error {
  /** Whether a retry with the same file can succeed: the connection was lost, the server did not refuse. */
  readonly canRetry: boolean;

  constructor(message: string, canRetry: boolean) {
    super(message);
    this.canRetry = canRetry;
  }
}

function failure(error: unknown, stage: UploadStage): UploadFailure {
  if (isApiError(error) && error.kind === "problem" && error.problem.status < 500) {
    return new UploadFailure(errorText(error), error.problem.status === 429);
  }
  if (isApiError(error) && error.kind === "problem" && error.problem.status === 503) {
    return new UploadFailure(error.problem.detail, true);
  }
  if (stage === "processing") {
    const isWordless = isApiError(error) && error.kind === "unexpected" && error.status < 300;
    return new UploadFailure(isWordless ? editorLabels.noJobData : editorLabels.processingFailed, true);
  }
  const offline = isApiError(error) && error.kind === "network";
  return new UploadFailure(offline ? editorLabels.upload : editorLabels.uploadIncomplete, true);
}

async function begun(calls: UploadCalls, bookmark: Bookmark, bytes: number): Promise<Upload> {
  const former = bookmark.read();
  if (former !== null) {
    const upload = await calls.look(former).catch(() => null);
    if (upload !== null && upload.bytes === bytes) return upload;
  }
  const upload = await calls.begin();
  bookmark.write(upload.id);
  return upload;
}

/** Uploads a file in parts from where it was interrupted, then finishes the upload. */
export async function uploadInParts(
  file: Blob,
  calls: UploadCalls,
  bookmark: Bookmark,
  onProgress: (stage: UploadStage, sent: number) => void,
  isCanceled: () => boolean,
): Promise<Asset> {
  let stage: UploadStage = "sending";
  try {
    let upload = await begun(calls, bookmark, file.size);
    while (upload.received < upload.bytes) {
      if (isCanceled()) throw new UploadFailure(editorLabels.processingCancelled, false);
      onProgress(stage, upload.received);
      const part = file.slice(upload.received, upload.received + upload.partBytes);
      upload = await calls.send(upload.id, upload.received, part);
    }
    if (isCanceled()) throw new UploadFailure(editorLabels.processingCancelled, false);
    stage = "processing";
    onProgress(stage, file.size);
    const asset = await calls.finish(upload.id);
    bookmark.write(null);
    return asset;
  } catch (error) {
    const why = error instanceof UploadFailure ? error : failure(error, stage);
    if (!why.canRetry) bookmark.write(null);
    throw why;
  }
}
