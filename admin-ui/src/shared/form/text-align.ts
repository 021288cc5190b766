import { Extension } from "@tiptap/react";

export type Alignment = "left" | "center" | "right" | "justify";

/** Where the lines of paragraphs and headings stand; of those that stand where lines begin nothing needs to be said. */
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
