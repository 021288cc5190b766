import { element } from "@/shared/ui/elements";
import { controlsOf, type Field } from "./field";

/**
 * Shows how many characters of a long text are used. The limit becomes ours to show: the browser's own
 * would cut a pasted text short without a word.
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
