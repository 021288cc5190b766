import { t } from "@lingui/core/macro";
import type { JSONContent } from "@tiptap/react";
import type { FieldPath } from "react-hook-form";
import type { HeaderFooter } from "../api";
import type { FormState } from "./form-state";
import type { SectionForm, SectionKind } from "./section-form";

type Section = HeaderFooter["footer"]["sections"][number];

/** Section kinds in the order in which they are offered. */
export const sectionKinds: readonly { kind: SectionKind; label: string }[] = [
  {
    kind: "text",
    get label() {
      return t`Text`;
    },
  },
  {
    kind: "links",
    get label() {
      return t`Links`;
    },
  },
  {
    kind: "menu",
    get label() {
      return t`Menu`;
    },
  },
  {
    kind: "picture",
    get label() {
      return t`Image`;
    },
  },
  {
    kind: "contact",
    get label() {
      return t`Address and contact`;
    },
  },
  {
    kind: "social",
    get label() {
      return t`Social links`;
    },
  },
  {
    kind: "newsletter",
    get label() {
      return t`Newsletter sign-up`;
    },
  },
];

/** A new section of a kind; its words are those of the site, not of the admin. */
export function newSection(
  kind: SectionKind,
  words: HeaderFooter["signUpWords"] = { submitButtonText: "", successMessage: "" },
): SectionForm {
  return {
    kind,
    title: "",
    text: "",
    content: null,
    links: kind === "links" ? [{ title: "", url: "", newWindow: false }] : [],
    navigation: "mainNav",
    assetId: "",
    altText: "",
    url: "",
    newWindow: false,
    width: "",
    mailingList: "",
    ...words,
    disclaimer: "",
  };
}

export const labelOf = (kind: SectionKind): string => sectionKinds.find((known) => known.kind === kind)?.label ?? kind;

export function sectionFormOf(section: Section): SectionForm {
  const kind = section.kind ?? "text";
  const plain = newSection(kind);
  return {
    kind,
    title: section.title,
    text: section.text,
    content: section.content ?? null,
    links: (section.links ?? []).map(({ title, url, newWindow }) => ({ title, url, newWindow: newWindow === true })),
    navigation: section.navigation ?? plain.navigation,
    assetId: section.assetId ?? plain.assetId,
    altText: section.altText ?? plain.altText,
    url: section.url ?? plain.url,
    newWindow: section.newWindow === true,
    width: String(section.width ?? ""),
    mailingList: section.mailingList ?? plain.mailingList,
    submitButtonText: section.submitButtonText ?? plain.submitButtonText,
    successMessage: section.successMessage ?? plain.successMessage,
    disclaimer: section.disclaimer ?? plain.disclaimer,
  };
}

/** The section for the API; fields of other kinds are left out. */
export function sectionOf(form: SectionForm): Section {
  const { kind, title, text, content } = form;
  const said = {
    kind,
    title: title.trim(),
    text: content === null ? text.trim() : "",
    ...(content === null ? {} : { content }),
  };
  switch (kind) {
    case "links":
      return {
        ...said,
        links: form.links.map((link) => ({ ...link, title: link.title.trim(), url: link.url.trim() })),
      };
    case "menu":
      return { ...said, navigation: form.navigation };
    case "picture":
      return {
        ...said,
        assetId: form.assetId,
        altText: form.altText.trim(),
        url: form.url.trim(),
        newWindow: form.newWindow,
        width: form.width.trim() === "" ? null : Number(form.width),
      };
    case "newsletter":
      return {
        ...said,
        mailingList: form.mailingList,
        submitButtonText: form.submitButtonText.trim(),
        successMessage: form.successMessage.trim(),
        disclaimer: form.disclaimer.trim(),
      };
    case "text":
    case "social":
    case "contact":
      return said;
  }
}

/** Plain text as rich text: one paragraph per line. */
export function formatted(text: string): JSONContent {
  const paragraph = (line: string): JSONContent => ({
    type: "paragraph",
    ...(line === "" ? {} : { content: [{ type: "text", text: line }] }),
  });
  return { type: "doc", content: text.split("\n").map(paragraph) };
}

const ofSection =
  /^footer\.sections\.\d+\.(title|text|content|navigation|assetId|altText|url|width|mailingList|submitButtonText|successMessage|disclaimer|links\.\d+\.(title|url))$/;

export function footerFieldOf(apiName: string): FieldPath<FormState> | null {
  return ofSection.test(apiName) ? (apiName.replace(/^footer\./, "") as FieldPath<FormState>) : null;
}
