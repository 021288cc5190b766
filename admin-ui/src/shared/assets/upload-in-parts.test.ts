import { describe, expect, it } from "vitest";
import type { ApiError } from "../api/api-error";
import type { Asset, Upload } from "./api";
import { uploadInParts, UploadFailure, type Bookmark, type UploadCalls } from "./upload-in-parts";

const partBytes = 4;
const asset = { id: "ast_1" } as Asset;

/** A server that stores parts, and can be made to refuse requests. */
function server(bytes: number) {
  const kept = {
    received: 0,
    begun: 0,
    parts: [] as [offset: number, bytes: number][],
    refuseAt: -1,
    refuseWith: { kind: "network" } as ApiError,
  };
  const upload = (): Upload => ({
    id: "upl_1",
    filename: "a.mp4",
    bytes,
    received: kept.received,
    partBytes,
    expiresOn: 0,
  });
  const calls: UploadCalls = {
    begin: () => {
      kept.begun += 1;
      return Promise.resolve(upload());
    },
    look: () => Promise.resolve(upload()),
    send: (_, offset, part) => {
      if (offset === kept.refuseAt) return Promise.reject(kept.refuseWith);
      kept.parts.push([offset, part.size]);
      kept.received = offset + part.size;
      return Promise.resolve(upload());
    },
    finish: () => Promise.resolve(asset),
  };
  return { kept, calls };
}

function bookmark(): Bookmark & { id: string | null } {
  const own = {
    id: null as string | null,
    read: () => own.id,
    write: (id: string | null) => {
      own.id = id;
    },
  };
  return own;
}

const never = () => false;

describe("uploadInParts", () => {
  it("resumes after a lost connection", async () => {
    const { kept, calls } = server(10);
    const mark = bookmark();
    const file = new Blob(["abcdefghij"]);
    kept.refuseAt = 4;
    const broken = uploadInParts(file, calls, mark, () => undefined, never);
    await expect(broken).rejects.toMatchObject({
      message: "There was a problem while uploading your file.",
      canRetry: true,
    });
    expect(mark.id).toBe("upl_1");
    kept.refuseAt = -1;
    const seen: number[] = [];
    await expect(uploadInParts(file, calls, mark, (_, sent) => seen.push(sent), never)).resolves.toBe(asset);
    expect(kept.parts).toEqual([
      [0, 4],
      [4, 4],
      [8, 2],
    ]);
    expect(seen).toEqual([4, 8, 10]);
    expect([kept.begun, mark.id]).toEqual([1, null]);
  });

  it("reports the server's error about a file", async () => {
    const { kept, calls } = server(10);
    const mark = bookmark();
    kept.refuseAt = 0;
    const detail = "The file a.mp4 does not appear to be a supported file";
    kept.refuseWith = {
      kind: "problem",
      problem: { type: "about:blank", title: "", status: 400, code: "validation-failed", detail, error: detail },
    };
    const refused = uploadInParts(new Blob(["abcdefghij"]), calls, mark, () => undefined, never);
    await expect(refused).rejects.toMatchObject({ message: detail, canRetry: false });
    expect(mark.id).toBeNull();
  });

  // spec: editor.label.no-job-data
  it("handles a lost response of the final request", async () => {
    const { calls } = server(4);
    calls.finish = () => Promise.reject({ kind: "unexpected", status: 200 } satisfies ApiError);
    const wordless = uploadInParts(new Blob(["abcd"]), calls, bookmark(), () => undefined, never);
    await expect(wordless).rejects.toMatchObject({ message: "No response data from job request", canRetry: true });
  });

  // spec: editor.label.file-processing
  it("distinguishes the three kinds of upload failure", async () => {
    const file = new Blob(["abcd"]);
    const run = async (change: (calls: UploadCalls) => void, canceled = never) => {
      const { calls } = server(4);
      change(calls);
      const error: unknown = await uploadInParts(file, calls, bookmark(), () => undefined, canceled).catch(
        (why: unknown) => why,
      );
      return error instanceof UploadFailure ? error.message : error;
    };
    const unexpected: ApiError = { kind: "unexpected", status: 500 };
    expect(await run((calls) => (calls.finish = () => Promise.reject(unexpected)))).toBe("File processing failed");
    expect(
      await run(
        () => undefined,
        () => true,
      ),
    ).toBe("File processing cancelled");
    expect(await run((calls) => (calls.send = () => Promise.reject(unexpected)))).toBe(
      "File upload failed to complete",
    );
  });
});
