import type { ControllerRenderProps, FieldPath, FieldValues } from "react-hook-form";

/**
 * Controller props for a text field. The ref belongs on the input: on its wrapper, an invalid field would not be
 * focused.
 */
export function boundInput<Values extends FieldValues, Name extends FieldPath<Values>>({
  ref,
  ...field
}: ControllerRenderProps<Values, Name>) {
  return { ...field, inputRef: ref };
}
