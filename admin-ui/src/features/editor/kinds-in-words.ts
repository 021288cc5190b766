import { loadSchemaWords, schemaInWords } from "@/shared/i18n/schema-in-words";

/** What people read of a block kind. */
interface Worded {
  name: string;
  category: string;
  description: string;
  keywords: string[];
  variants: { name: string }[];
  settingsSchema: Record<string, unknown>;
}

/** Block kinds with their names and settings in the language that is shown. They are found by their English names too. */
export async function kindsInWords<Kind extends Worded>(kinds: Kind[]): Promise<Kind[]> {
  const say = await loadSchemaWords();
  if (say === null) return kinds;
  return kinds.map((kind) => ({
    ...kind,
    name: say(kind.name),
    category: say(kind.category),
    description: say(kind.description),
    keywords: [...kind.keywords, kind.name],
    variants: kind.variants.map((variant) => ({ ...variant, name: say(variant.name) })),
    settingsSchema: schemaInWords(kind.settingsSchema, say),
  }));
}
