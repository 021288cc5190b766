import { useLayoutEffect, useRef, type ReactNode } from "react";
import { textOf } from "@/shared/text/messages";
import type { StepState } from "./steps";

interface StepFrameProps {
  number: number;
  title: string;
  /** Name of the button that opens it again. */
  editLabel: string;
  state: StepState;
  /** The input, shown when the step is complete. */
  summary: string;
  /** Takes the focus when it opens; the initial step does not. */
  takesFocus: boolean;
  onEdit: () => void;
  children: ReactNode;
}

/** One step of the checkout: its title, and either its fields or a summary of the input. */
export function StepFrame({ number, title, editLabel, state, summary, takesFocus, onEdit, children }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpen = state === "open";
  useLayoutEffect(() => {
    if (isOpen && takesFocus) heading.current?.focus();
  }, [isOpen, takesFocus]);

  return (
    <section className="stoa-step" data-state={state} aria-label={title} aria-current={isOpen ? "step" : undefined}>
      <h2 className="stoa-step__title" ref={heading} tabIndex={-1}>
        <span className="stoa-step__number" aria-hidden="true">
          {number}
        </span>
        {title}
        {state === "done" ? (
          <button type="button" className="stoa-step__edit" aria-label={editLabel} onClick={onEdit}>
            {textOf("checkout.edit")}
          </button>
        ) : null}
      </h2>
      {isOpen ? children : null}
      {state === "done" && summary !== "" ? <p className="stoa-step__summary">{summary}</p> : null}
    </section>
  );
}
