import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { caretAfterChange } from "./caret-position";
import { CaretStableTextField } from "./caret-stable-text-field";

it.each([
  ["letters come before it", "clay", "red clay", 2, 6],
  ["letters come after it", "clay", "clay pots", 2, 2],
  ["letters come where it stands", "clay", "clay pots", 4, 4],
  ["letters before it go", "red clay", "clay", 6, 2],
  ["its own letters go", "red clay pots", "red pots", 6, 4],
  ["letters come on both sides", "clay pots", "Our clay pots, fired", 4, 8],
  ["everything changes", "clay", "stone", 2, 5],
  ["a long text is another", "a".repeat(2_000), "b".repeat(2_000), 7, 2_000],
])("moves the caret when %s", (_, before, after, caret, moved) => {
  expect(caretAfterChange(before, after, caret)).toBe(moved);
});

it.each([false, true])("keeps the caret position during remote changes (several lines: %s)", async (multiline) => {
  function Shared() {
    const [text, setText] = useState("clay pots");
    return (
      <>
        <CaretStableTextField
          label="Title"
          multiline={multiline}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div onPointerEnter={() => setText((known) => `Our ${known}, fired twice`)}>someone else</div>
      </>
    );
  }
  render(<Shared />);
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLInputElement>("Title");
  await user.click(field);
  field.setSelectionRange(4, 4);
  await user.hover(screen.getByText("someone else"));
  expect(field).toHaveValue("Our clay pots, fired twice");
  expect(field).toHaveFocus();
  await user.keyboard("ey");
  expect(field).toHaveValue("Our clayey pots, fired twice");
});
