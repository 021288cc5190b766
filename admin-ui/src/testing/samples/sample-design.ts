import type { Answer } from "@/shared/api/types";

type State = Answer<"/api/v1/websites/{websiteId}/design", "get">;
type Setting = State["themes"][number]["settings"][number];

const plain = { description: "", unit: "", minimum: null, maximum: null, step: null, choices: [] };

function colour(name: string, title: string, fallback: string): Setting {
  return { ...plain, name, title, group: "Colors", kind: "color", default: fallback };
}

export const sampleThemes: State["themes"] = [
  {
    name: "linen",
    title: "Linen",
    description: "Warm and quiet.",
    preview: null,
    settings: [
      colour("color-paper", "Background", "#faf6ee"),
      colour("color-ink", "Text", "#2b2521"),
      {
        ...plain,
        name: "text-base",
        title: "Text size",
        group: "Type",
        kind: "number",
        default: 1,
        unit: "rem",
        minimum: 0.5,
        maximum: 2,
        step: 0.25,
      },
    ],
    palettes: [{ name: "Night", values: { "color-paper": "#1c1a19", "color-ink": "#f3ede4" } }],
  },
  {
    name: "indigo",
    title: "Indigo",
    description: "Bold.",
    preview: null,
    settings: [colour("color-paper", "Background", "#f7f7f4")],
    palettes: [],
  },
];

export function sampleDesign(): Pick<State, "draft" | "published" | "revision"> {
  const design = { theme: "linen", values: {}, css: "" };
  return { draft: design, published: design, revision: 3 };
}
