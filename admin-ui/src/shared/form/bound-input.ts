import type { ControllerRenderProps, FieldPath, FieldValues } from "react-hook-form";

/**
 * What a text field takes from its controller. The ref is the input's: on the frame around it, a refused field would not
 * get the focus.
 */
export function boundInput<Values extends FieldValues, Name extends FieldPath<Values>>({
  ref,
  ...field
}: ControllerRenderProps<Values, Name>) {
  return { ...field, inputRef: ref };
}
