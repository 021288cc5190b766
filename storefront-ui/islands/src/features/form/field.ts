/** A form field as the server rendered it. */
export interface Field {
  id: string;
  kind: string;
  title: string;
  isRequired: boolean;
  /** Query parameter that a hidden field takes its value from. */
  key: string;
  place: HTMLElement;
}

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controlSelector = "input, select, textarea";

/** The fields of a form; sections have none. */
export function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<HTMLElement>("[data-field-id]")]
    .filter((place) => place.dataset.fieldType !== "section")
    .map((place) => ({
      id: place.dataset.fieldId ?? "",
      kind: place.dataset.fieldType ?? "text",
      title: place.querySelector(".stoa-field__label")?.firstChild?.textContent?.trim() ?? "",
      isRequired: place.querySelector("[required], .stoa-field__required") !== null,
      key: place.dataset.key ?? place.dataset.fieldId ?? "",
      place,
    }));
}

/** The controls of a field, in order. */
export function controlsOf(field: Field): Control[] {
  if (field.place.matches(controlSelector)) return [field.place as Control];
  return [...field.place.querySelectorAll<Control>(controlSelector)];
}
