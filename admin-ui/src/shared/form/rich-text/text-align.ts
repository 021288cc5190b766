import { Extension } from "@tiptap/react";

export type Alignment = "left" | "center" | "right" | "justify";

/** Alignment of paragraphs and headings; start-aligned ones store nothing. */
export const TextAlign = Extension.create({
  name: "textAlign",
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading"],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element) => element.style.textAlign || null,
          renderHTML: ({ textAlign }) => (typeof textAlign === "string" ? { style: `text-align: ${textAlign}` } : {}),
        },
      },
    },
  ],
});
