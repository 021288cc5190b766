import { choices } from "./choices";
import { kinds } from "./kinds";
import { labels } from "./labels";
import type { SchemaWords } from "./schema-words";
import { sentences } from "./sentences";
import { settingsAL } from "./settings-a-l";
import { settingsMZ } from "./settings-m-z";

/** What the server says about blocks and themes in English, in the language that is shown. */
export const schemaWords: SchemaWords = { ...kinds, ...choices, ...settingsAL, ...settingsMZ, ...sentences, ...labels };
