import type { FieldPath } from "react-hook-form";
import { momentToText, parseMoment } from "@/shared/i18n/local-time";
import type { Item, ItemChange } from "../api";

export interface ItemForm {
  title: string;
  urlId: string;
  excerpt: string;
  author: string;
  imageId: string;
  tags: string[];
  categories: string[];
  starred: boolean;
  externalLink: string;
  datedOn: string;
  startsOn: string;
  endsOn: string;
  addressTitle: string;
  addressLine1: string;
  addressLine2: string;
  addressCountry: string;
  mapLat: string;
  mapLng: string;
  seoTitle: string;
  seoDescription: string;
  noIndex: boolean;
  shareImageId: string;
  isPrivate: boolean;
  /** Revision of the draft that the form was opened with: later edits in the editor are kept. */
  draftRevision: number;
}

const degreesToText = (degrees: number | null | undefined) => (degrees == null ? "" : String(degrees));

function degrees(text: string): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || Number.isNaN(number) ? null : number;
}

export function formOf(item: Item): ItemForm {
  const place = item.location;
  return {
    title: item.title,
    urlId: item.urlId,
    excerpt: item.excerpt,
    author: item.author,
    imageId: item.imageId ?? "",
    tags: item.tags,
    categories: item.categories,
    starred: item.starred,
    externalLink: item.externalLink,
    datedOn: momentToText(item.datedOn),
    startsOn: momentToText(item.startsOn),
    endsOn: momentToText(item.endsOn),
    addressTitle: place?.addressTitle ?? "",
    addressLine1: place?.addressLine1 ?? "",
    addressLine2: place?.addressLine2 ?? "",
    addressCountry: place?.addressCountry ?? "",
    mapLat: degreesToText(place?.mapLat),
    mapLng: degreesToText(place?.mapLng),
    seoTitle: item.seoTitle,
    seoDescription: item.seoDescription,
    noIndex: item.noIndex,
    shareImageId: item.shareImageId ?? "",
    isPrivate: item.isPrivate,
    draftRevision: item.draftRevision,
  };
}

export function changeOf(form: ItemForm): ItemChange {
  const {
    datedOn,
    startsOn,
    endsOn,
    imageId,
    shareImageId,
    addressTitle,
    addressLine1,
    addressLine2,
    addressCountry,
    mapLat,
    mapLng,
    ...plain
  } = form;
  return {
    ...plain,
    imageId: imageId === "" ? null : imageId,
    shareImageId: shareImageId === "" ? null : shareImageId,
    datedOn: parseMoment(datedOn),
    startsOn: parseMoment(startsOn),
    endsOn: parseMoment(endsOn),
    location: {
      addressTitle,
      addressLine1,
      addressLine2,
      addressCountry,
      mapLat: degrees(mapLat),
      mapLng: degrees(mapLng),
    },
  };
}

const fields: FieldPath<ItemForm>[] = [
  "title",
  "urlId",
  "excerpt",
  "author",
  "imageId",
  "tags",
  "categories",
  "externalLink",
  "datedOn",
  "startsOn",
  "endsOn",
  "addressTitle",
  "addressLine1",
  "addressLine2",
  "addressCountry",
  "mapLat",
  "mapLng",
  "seoTitle",
  "seoDescription",
  "shareImageId",
];

export function fieldOf(apiName: string): FieldPath<ItemForm> | null {
  return fields.find((field) => field === apiName.replace(/^location\./, "")) ?? null;
}
