/** A field of a provider's settings, from its schema. */
export interface ProviderField {
  name: string;
  label: string;
  help: string;
  kind: "text" | "switch" | "choice";
  /** Rows of the text field; 1 for a single line. */
  rows: number;
  maxLength: number | null;
  choices: string[];
  initial: string | boolean;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function fieldOf(name: string, schema: unknown): ProviderField | null {
  if (!isRecord(schema) || "x-secret" in schema) return null;
  const choices = Array.isArray(schema.enum) ? schema.enum.map(textOf).filter(Boolean) : [];
  const kind = schema.type === "boolean" ? "switch" : choices.length > 0 ? "choice" : "text";
  return {
    name,
    label: textOf(schema.title) || name,
    help: textOf(schema.description),
    kind,
    rows: typeof schema["x-lines"] === "number" ? schema["x-lines"] : 1,
    maxLength: typeof schema.maxLength === "number" ? schema.maxLength : null,
    choices,
    initial: kind === "switch" ? schema.default === true : textOf(schema.default),
  };
}

/** The fields that the form supports; secrets are stored separately. */
export function providerFields(schema: unknown): ProviderField[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  return Object.entries(schema.properties)
    .map(([name, own]) => fieldOf(name, own))
    .filter((field) => field !== null);
}

/** Whether a provider that has settings was configured. */
export function isSetUp({ settingsSchema, settings }: { settingsSchema?: unknown; settings?: unknown }): boolean {
  return providerFields(settingsSchema).length === 0 || (isRecord(settings) && Object.keys(settings).length > 0);
}

export type ProviderForm = Record<string, string | boolean>;

/** Form values: the settings, or the schema's defaults. */
export function providerForm(fields: ProviderField[], settings: unknown): ProviderForm {
  const known = isRecord(settings) ? settings : {};
  const valueOf = ({ name, initial }: ProviderField) => {
    const value = known[name];
    return typeof value === typeof initial ? (value as string | boolean) : initial;
  };
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
}
