import type { Answer } from "@/shared/api/types";

type BlockKind = Answer<"/api/v1/websites/{websiteId}/block-kinds", "get">["blockKinds"][number];
type Json = Record<string, unknown>;

const schemas = import.meta.glob<Json>("../../../core/render/blocks/*/schema.json", { eager: true, import: "default" });
const groups = import.meta.glob<{ name: string; kinds: string[] }[]>("../../../core/render/blocks/groups.json", {
  eager: true,
  import: "default",
});
const metas = import.meta.glob<Json>("../../../core/render/blocks/*/meta.json", { eager: true, import: "default" });
const thumbnails = import.meta.glob<string>("../../../core/render/blocks/*/thumbnail.svg", {
  eager: true,
  import: "default",
  query: "?raw",
});

function defaultsOf(schema: Json): Json {
  const properties = (schema["properties"] ?? {}) as Record<string, Json>;
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, property["default"]]));
}

const offered = Object.values(groups).flat();
const folder = "../../../core/render/blocks";

function kindOf(kind: string, category: string): BlockKind {
  const path = `${folder}/${kind}/meta.json`;
  const meta = metas[path] ?? {};
  const schema = schemas[path.replace("meta.json", "schema.json")] ?? {};
  return {
    kind: String(meta["kind"]),
    name: String(meta["name"]),
    category,
    description: String(meta["description"]),
    settingsSchema: schema,
    defaultSettings: defaultsOf(schema),
    source: "builtin",
    typeCodes: meta["typeCodes"] as number[],
    keywords: (meta["keywords"] ?? []) as string[],
    variants: (meta["variants"] ?? []) as BlockKind["variants"],
    thumbnail: thumbnails[path.replace("meta.json", "thumbnail.svg")] ?? null,
  };
}

/** The built-in kinds from the source tree, by group. */
export const blockKinds: BlockKind[] = offered.flatMap(({ name, kinds }) => kinds.map((kind) => kindOf(kind, name)));
