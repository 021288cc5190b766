import { http, HttpResponse } from "msw";
import { backEnd } from "../back-end";
import { sampleAssets } from "../samples/sample-assets";

type Asset = ReturnType<typeof sampleAssets>[number];

const uploads = "*/api/v1/websites/*/asset-uploads";
const endings: Record<string, Asset["kind"]> = { mp4: "video", mp3: "audio", pdf: "document" };

/** An uploaded file of the media library. */
export function arrivedFile(id: string, filename: string): Asset {
  const [sample] = sampleAssets();
  if (sample === undefined) throw new Error("no sample");
  const kind = endings[filename.split(".").at(-1) ?? ""] ?? "picture";
  return { ...sample, id, filename, kind, url: `/assets/${id}/${filename}`, altText: "" };
}

/** Accepts uploads: files are in the media library once they are finished. `held` delays their parts. */
export function uploadHandlers(held: Promise<void> = Promise.resolve()) {
  const begun: {
    id: string;
    filename: string;
    bytes: number;
    folderId: string | null;
    replacesAssetId: string | null;
  }[] = [];
  const finished: string[] = [];
  const canceled: string[] = [];
  const told = (id: string, received: number) => {
    const { filename, bytes } = begun.find((upload) => upload.id === id) ?? { filename: "", bytes: 0 };
    return { id, filename, bytes, received: Math.min(received, bytes), partBytes: 100, expiresOn: 0 };
  };
  const handlers = [
    http.post(uploads, async ({ request }) => {
      const asked = (await request.json()) as {
        filename: string;
        bytes: number;
        folderId: string | null;
        replacesAssetId: string | null;
      };
      begun.push({ ...asked, id: `upl-${String(begun.length)}` });
      return HttpResponse.json(told(`upl-${String(begun.length - 1)}`, 0), { status: 201 });
    }),
    http.patch(`${uploads}/:id/parts`, async ({ params }) => {
      await held;
      return HttpResponse.json(told(String(params["id"]), Infinity));
    }),
    http.post(`${uploads}/:id/finish`, ({ params }) => {
      const id = String(params["id"]);
      finished.push(id);
      const asset = arrivedFile(`new-${id}`, told(id, 0).filename);
      backEnd.assets = [asset, ...backEnd.assets];
      return HttpResponse.json(asset, { status: 201 });
    }),
    http.delete(`${uploads}/:id`, ({ params }) => {
      canceled.push(String(params["id"]));
      return new HttpResponse(null, { status: 204 });
    }),
    http.put("*/api/v1/websites/*/assets/:assetId", async ({ params, request }) => {
      const change = (await request.json()) as Partial<Asset>;
      backEnd.assets = backEnd.assets.map((asset) =>
        asset.id === params["assetId"] ? { ...asset, ...change } : asset,
      );
      return HttpResponse.json(backEnd.assets.find(({ id }) => id === params["assetId"]));
    }),
  ];
  return { handlers, begun, finished, canceled };
}

/** Files of one byte each. */
export const filesNamed = (...names: string[]) => names.map((name) => new File(["x"], name));
