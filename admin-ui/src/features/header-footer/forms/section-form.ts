import type { JSONContent } from "@tiptap/react";
import type { HeaderFooter } from "../api";

type Section = HeaderFooter["footer"]["sections"][number];

/** Kinds of footer sections. */
export type SectionKind = NonNullable<Section["kind"]>;

/** Form state of a footer section. */
export interface SectionForm {
  kind: SectionKind;
  title: string;
  text: string;
  /** Rich text; null while there is only plain text. */
  content: JSONContent | null;
  links: { title: string; url: string; newWindow: boolean }[];
  /** The navigation that a menu shows. */
  navigation: NonNullable<Section["navigation"]>;
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
