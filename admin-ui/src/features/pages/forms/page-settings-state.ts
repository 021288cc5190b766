import type { FieldPath } from "react-hook-form";
import type { PageSettings, PageSettingsChange } from "../api";

export interface PageSettingsForm {
  title: string;
  navigationTitle: string;
  urlId: string;
  description: string;
  seoTitle: string;
  seoDescription: string;
  noIndex: boolean;
  head: string;
  shareImageId: string;
  enabled: boolean;
  access: PageSettings["access"];
  password: string;
  folderBehavior: string;
  viewMode: PageSettings["viewMode"];
  isSplash: boolean;
  /** Revision of the draft that the form was opened with: later edits in the editor are kept. */
  draftRevision: number;
}

/** What the address of a folder opens; the numbers are those of the API. */
export const folderBehaviors = { list: 1, redirect: 2, nothing: 3 } as const;

export function formOf(page: PageSettings): PageSettingsForm {
  return {
    title: page.title,
    navigationTitle: page.navigationTitle,
    urlId: page.urlId,
    description: page.description,
    seoTitle: page.seoTitle,
    seoDescription: page.seoDescription,
    noIndex: page.noIndex,
    head: page.head,
    shareImageId: page.shareImageId ?? "",
    enabled: page.enabled,
    access: page.access,
    password: "",
    folderBehavior: String(page.folderBehavior ?? folderBehaviors.list),
    viewMode: page.viewMode,
    isSplash: page.isSplash,
    draftRevision: page.draftRevision,
  };
}

export function changeOf(form: PageSettingsForm): PageSettingsChange {
  return {
    ...form,
    shareImageId: form.shareImageId === "" ? null : form.shareImageId,
    password: form.access === "password" && form.password !== "" ? form.password : null,
    folderBehavior: Number(form.folderBehavior),
  };
}

const fields: FieldPath<PageSettingsForm>[] = [
  "title",
  "navigationTitle",
  "urlId",
  "description",
  "seoTitle",
  "seoDescription",
  "head",
  "shareImageId",
  "enabled",
  "access",
  "password",
  "folderBehavior",
  "viewMode",
  "isSplash",
];

export function fieldOf(apiName: string): FieldPath<PageSettingsForm> | null {
  return fields.find((field) => field === apiName) ?? null;
}
