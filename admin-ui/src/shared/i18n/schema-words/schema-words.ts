/** Words of schemas by their English text. */
export type SchemaWords = Record<string, () => string>;
