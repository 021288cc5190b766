import { useState } from "react";
import { Existing, Inserted } from "@/shared/react/existing";
import { controlsOf, type Field } from "./field";

interface FormFieldProps {
  field: Field;
  formId: string;
  /** The error at the field, undefined without one; null before the first check. */
  error: string | undefined | null;
}

/** A field as the server rendered it, with its error and, for a limited text area, a character counter. */
export function FormField({ field, formId, error }: FormFieldProps) {
  const [controls] = useState(() =>
    controlsOf(field).map((element) => ({ element, described: element.getAttribute("aria-describedby") })),
  );
  const [place] = useState(() => field.place.querySelector("[data-field-error]"));
  const [limited] = useState(() => limitedArea(controls[0]?.element));
  const [length, setLength] = useState(limited?.area.value.length ?? 0);
  const isChecked = error !== null && place !== null;
  const isWrong = isChecked && error !== undefined;
  const isOver = limited !== null && length > limited.limit;
  const errorId = place === null ? "" : place.id || `error-${formId}-${field.id}`;
  return (
    <>
      {controls.map(({ element, described }, index) => (
        <Existing
          key={index}
          element={element}
          aria-invalid={isChecked || limited !== null ? isWrong || isOver : undefined}
          aria-describedby={isWrong ? [described, errorId].filter(Boolean).join(" ") : undefined}
          // The browser would truncate pasted text silently.
          maxlength={limited === null ? undefined : null}
          data-max-length={limited?.limit}
          onInput={limited === null ? undefined : () => setLength(limited.area.value.length)}
        />
      ))}
      {place === null || !isChecked ? null : (
        <Existing element={place} id={errorId} hidden={!isWrong}>
          {error ?? null}
        </Existing>
      )}
      {limited === null ? null : (
        <Inserted
          name="p"
          after={limited.area}
          class={isOver ? "stoa-field__error" : "stoa-field__help"}
          data-counter=""
        >
          {`${length} / ${limited.limit}`}
        </Inserted>
      )}
    </>
  );
}

function limitedArea(control: Element | undefined): { area: HTMLTextAreaElement; limit: number } | null {
  if (!(control instanceof HTMLTextAreaElement) || control.maxLength < 0) return null;
  return { area: control, limit: control.maxLength };
}
