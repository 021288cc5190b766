/** A field of a plugin's settings, from its schema. */
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

/** The fields of a schema of strings and integers. */
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

/** Form values: the settings, or the schema's defaults. */
export function formOf(fields: SettingField[], settings: unknown): SettingsForm {
  const known = record(settings);
  return Object.fromEntries(fields.map(({ name, initial }) => [name, name in known ? text(known[name]) : initial]));
}

/** Settings from the form values; an empty number keeps its default. */
export function settingsOf(fields: SettingField[], form: SettingsForm): Record<string, string | number> {
  const filled = fields.filter(({ name, isNumber }) => !isNumber || (form[name] ?? "").trim() !== "");
  return Object.fromEntries(
    filled.map(({ name, isNumber }) => [name, isNumber ? Number(form[name]) : (form[name] ?? "").trim()]),
  );
}
