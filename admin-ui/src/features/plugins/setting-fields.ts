/** A field of a plugin's settings, as its schema describes it. */
export interface SettingField {
  name: string;
  label: string;
  help: string;
  isNumber: boolean;
  initial: string;
}

export type SettingsForm = Record<string, string>;

type Loose = Record<string, unknown>;

function record(value: unknown): Loose {
  return typeof value === "object" && value !== null ? (value as Loose) : {};
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The fields of a schema of texts and whole numbers. */
export function settingFields(schema: unknown): SettingField[] {
  return Object.entries(record(record(schema).properties)).map(([name, own]) => {
    const { title, description, type, default: initial } = record(own);
    return {
      name,
      label: text(title) === "" ? name : text(title),
      help: text(description),
      isNumber: type === "integer",
      initial: text(initial),
    };
  });
}

/** What a form shows: the settings, and the schema's defaults where there are none. */
export function formOf(fields: SettingField[], settings: unknown): SettingsForm {
  const known = record(settings);
  return Object.fromEntries(fields.map(({ name, initial }) => [name, name in known ? text(known[name]) : initial]));
}

/** The settings that a form holds; an empty number is left to its default. */
export function settingsOf(fields: SettingField[], form: SettingsForm): Record<string, string | number> {
  const filled = fields.filter(({ name, isNumber }) => !isNumber || (form[name] ?? "").trim() !== "");
  return Object.fromEntries(
    filled.map(({ name, isNumber }) => [name, isNumber ? Number(form[name]) : (form[name] ?? "").trim()]),
  );
}
