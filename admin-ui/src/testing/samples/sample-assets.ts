import type { Answer } from "@/shared/api/types";
import { day, now } from "./sample-data";

type Asset = Answer<"/api/assets", "post">;

export function sampleAssets(): Asset[] {
  return Array.from({ length: 14 }, (_, index) => ({
    id: `a-${index}`,
    url: `/assets/a-${index}/picture-${index}.webp`,
    filename:
      ["mug-oat.webp", "bowl.webp", "tea.webp", "apron.webp", "studio.webp", "kiln.webp"][index] ??
      `shelf-${index}.webp`,
    kind: "picture",
    altText: "",
    mimeType: "image/webp",
    width: 1600,
    height: 1200,
    bytes: 184_000,
    focalPoint: { x: 0.5, y: 0.5 },
    folderId: null,
    version: 1,
    createdOn: now - index * day,
    title: "",
    body: "",
    standing: `st-${index}`,
    mediaType: "image-file",
    assetUrl: `/assets/a-${index}/picture-${index}.webp`,
    originalSize: "1600x1200",
    mediaFocalPoint: { x: 0.5, y: 0.5 },
    colorData: null,
    systemDataVariants: "1600x1200,100w,300w,500w,750w,1000w,1500w",
    componentKey: "",
    licensedAssetPreview: null,
    oembed: null,
    overlay: null,
    posterId: null,
    mainImageId: null,
    systemDataId: `a-${index}`,
  }));
}
