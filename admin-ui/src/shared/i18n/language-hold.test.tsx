import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { FormDialog } from "../form/form-dialog";
import { onceNothingIsTyped } from "./language-hold";

const dialog = (
  <FormDialog title="Refund" error={null} submitLabel="Refund" busy={false} onSubmit={vi.fn()} onClose={vi.fn()}>
    <input aria-label="Amount" defaultValue="1.500" />
  </FormDialog>
);

test("a language waits until all dialogs with a form are closed, and the latest is shown", () => {
  const [earlier, later] = [vi.fn(), vi.fn()];
  const [one, other] = [render(dialog), render(dialog)];
  onceNothingIsTyped(earlier);
  onceNothingIsTyped(later);
  one.unmount();
  expect(later).not.toHaveBeenCalled();
  other.unmount();
  expect(later).toHaveBeenCalledOnce();
  expect(earlier).not.toHaveBeenCalled();
});

test("without a form a language is shown at once", () => {
  const show = vi.fn();
  onceNothingIsTyped(show);
  expect(show).toHaveBeenCalledOnce();
});
