import { render, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { FormShell } from "./form-shell";

function show(dirty: boolean, error: string | null) {
  const form = (
    <FormShell
      label="Product"
      onSubmit={() => undefined}
      onReset={() => undefined}
      dirty={dirty}
      busy={false}
      error={error}
      editable
    >
      <p>Fields</p>
    </FormShell>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element: form }])} />);
}

test("shows the save error beside the button", () => {
  show(true, "Network error");
  const bar = screen.getByRole("button", { name: "Save" }).closest(".MuiPaper-elevation8");
  if (!(bar instanceof HTMLElement)) throw new Error("no bar");
  expect(within(bar).getByRole("alert")).toHaveTextContent("Network error");
  expect(screen.getAllByRole("alert")).toHaveLength(1);
});

test("after saving the focus is on the form, after an error on the button", () => {
  const form = (dirty: boolean, busy: boolean) => (
    <FormShell
      label="Product"
      onSubmit={() => undefined}
      onReset={() => undefined}
      dirty={dirty}
      busy={busy}
      error={null}
      editable
    >
      <p>Fields</p>
    </FormShell>
  );
  const around = (child: ReactElement) => (
    <RouterProvider router={createMemoryRouter([{ path: "*", element: child }])} />
  );
  const save = () => screen.getByRole("button", { name: "Save" });
  const { rerender } = render(around(form(true, false)));
  save().focus();
  rerender(around(form(true, true)));
  // Browsers remove the focus from a button that becomes disabled.
  save().blur();
  rerender(around(form(true, false)));
  expect(save()).toHaveFocus();
  rerender(around(form(true, true)));
  save().blur();
  rerender(around(form(false, false)));
  expect(screen.getByRole("form", { name: "Product" })).toHaveFocus();
});

test("without the bar it is above the form", () => {
  show(false, "Network error");
  expect(screen.getByRole("alert")).toHaveTextContent("Network error");
});
