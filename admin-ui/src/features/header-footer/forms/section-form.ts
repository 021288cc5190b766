import type { JSONContent } from "@tiptap/react";

/** Kinds of footer sections. */
export type SectionKind = "text" | "links" | "menu" | "picture" | "social" | "contact" | "newsletter";

/** Form state of a footer section. */
export interface SectionForm {
  kind: SectionKind;
  title: string;
  text: string;
  /** Rich text; null while there is only plain text. */
  content: JSONContent | null;
  links: { title: string; url: string; newWindow: boolean }[];
  /** The navigation that a menu shows. */
  navigation: string;
  assetId: string;
  altText: string;
  url: string;
  newWindow: boolean;
  /** As typed; empty for the full width. */
  width: string;
  mailingList: string;
  submitButtonText: string;
  successMessage: string;
  disclaimer: string;
}
