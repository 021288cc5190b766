import type { Field } from "../../schema/field";

/** Props of the control of a setting. */
export interface SchemaFieldProps<F extends Field = Field> {
  field: F;
  value: unknown;
  onChange: (value: unknown, path?: string) => void;
  disabled: boolean;
  errors: Record<string, string>;
  path: string;
  /** Sibling settings, for fields that are validated together with them. */
  siblings?: Record<string, unknown>;
  /** Id of the page whose tags or categories are offered; empty while none is chosen. */
  collection?: string;
}
