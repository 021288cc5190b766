import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { showLanguage } from "./language";
import { labelInWords, loadSchemaWords, schemaInWords } from "./schema-in-words";
import { schemaWords } from "./schema-words/all";

afterEach(() => showLanguage("en"));

const root = join(import.meta.dirname, "../../../..");
const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));
/** The same in every language. */
const properNames = new Set(
  "500px,Amazon,Flickr,Foursquare,Instagram,OpenTable,RSS,SoundCloud,X,Markdown,Gazette,Indigo,Linen,Nocturne".split(
    ",",
  ),
);

/** The words that a schema is asked for. */
function wordsOf(schema: unknown): string[] {
  const asked: string[] = [];
  schemaInWords(schema as Record<string, unknown>, (english) => {
    asked.push(english);
    return english;
  });
  return asked;
}

interface Kind {
  name: string;
  description: string;
  variants?: { name: string }[];
}

it("knows the words of all blocks and themes", () => {
  const kinds = readdirSync(join(root, "core/render/blocks"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: folder }) => {
      const { name, description, variants = [] } = json(`core/render/blocks/${folder}/meta.json`) as Kind;
      const presets = variants.map((variant) => variant.name);
      return [name, description, ...presets, ...wordsOf(json(`core/render/blocks/${folder}/schema.json`))];
    });
  const groups = (json("core/render/blocks/groups.json") as { name: string }[]).map(({ name }) => name);
  const themes = ["gazette", "indigo", "linen", "nocturne"].flatMap((name) => {
    const theme = json(`storefront-ui/themes/${name}/theme.conf`) as {
      description: string;
      settings: { properties: Record<string, Record<string, unknown>> };
    };
    const parts = Object.values(theme.settings.properties).map((setting) => String(setting["x-group"]));
    return [theme.description, ...parts, ...wordsOf(theme.settings)];
  });
  const unknown = [...kinds, ...groups, ...themes].filter((word) => !(word in schemaWords) && !properNames.has(word));
  expect(unknown).toEqual([]);
});

// spec: multilingual.translations.open
it("says schemas and labels in the language that is shown", async () => {
  expect(await loadSchemaWords()).toBeNull();
  await showLanguage("de");
  const say = await loadSchemaWords();
  if (say === null) throw new Error("no words in German");
  const schema = {
    title: "Accordion",
    properties: {
      title: {
        title: "Heading",
        description: "Not of ours",
        default: "Title",
        enum: ["a"],
        "x-enumTitles": ["To the left"],
      },
    },
    default: { title: "Heading" },
  };
  expect(schemaInWords(schema, say)).toEqual({
    title: "Akkordeon",
    properties: {
      title: {
        title: "Überschrift",
        description: "Not of ours",
        default: "Title",
        enum: ["a"],
        "x-enumTitles": ["Nach links"],
        "x-turnedTitles": ["Nach rechts"],
      },
    },
    default: { title: "Heading" },
  });
  expect(labelInWords("Accordion: Entries / 2 / Title", say)).toBe("Akkordeon: Einträge / 2 / Titel");
  expect(labelInWords("Footer section 1: Link 2", say)).toBe("Fußbereich 1: Link 2");
  expect(labelInWords("Option Größe", say)).toBe("Option Größe");
});
