import { element } from "@/shared/ui/elements";
import { controlsOf, type Field } from "./field";

/**
 * Character counter of a text area. The maxlength attribute is removed: the browser would truncate pasted text
 * silently.
 */
export function mountCounter(field: Field): void {
  const [control] = controlsOf(field);
  if (!(control instanceof HTMLTextAreaElement) || control.maxLength < 0) return;
  const limit = control.maxLength;
  control.removeAttribute("maxlength");
  control.dataset.maxLength = String(limit);
  const counter = element("p", "stoa-field__help", undefined, { "data-counter": "" });
  control.after(counter);
  const draw = (): void => {
    const isOver = control.value.length > limit;
    counter.textContent = `${control.value.length} / ${limit}`;
    counter.className = isOver ? "stoa-field__error" : "stoa-field__help";
    control.setAttribute("aria-invalid", String(isOver));
  };
  control.addEventListener("input", draw);
  draw();
}
