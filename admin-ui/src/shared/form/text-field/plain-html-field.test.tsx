import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm, useWatch } from "react-hook-form";
import { expect, test } from "vitest";
import { htmlOf, plainOf } from "./plain-html";
import { PlainHtmlField } from "./plain-html-field";

function Form({ excerpt }: { excerpt: string }) {
  const { control } = useForm({ defaultValues: { excerpt } });
  const kept = useWatch({ control, name: "excerpt" });
  return (
    <>
      <PlainHtmlField control={control} name="excerpt" label="Short description" rows={2} />
      <output>{kept}</output>
    </>
  );
}

test.each(["Salt & pepper", 'Under <5 kg>, 3" wide', "&amp; as it is", " two\n\n lines \n", "it's"])(
  "%j survives the round trip",
  (text) => {
    expect(plainOf(htmlOf(text))).toBe(text);
  },
);

test.each([
  ["Salt &amp; pepper", "Salt & pepper"],
  ["<p>For <em>large</em> hands.</p><p>Two sizes</p>", "For large hands.\n\nTwo sizes"],
  ["one\ntwo", "one\ntwo"],
  ["one<br>two", "one\ntwo"],
])("%j is shown as text", (html, text) => {
  expect(plainOf(html)).toBe(text);
});

test("input is stored as HTML, and untouched HTML stays", async () => {
  render(<Form excerpt="<p>For <em>large</em> hands</p>" />);
  const field = screen.getByRole("textbox", { name: "Short description" });
  expect(field).toHaveValue("For large hands");
  expect(screen.getByRole("status")).toHaveTextContent("<p>For <em>large</em> hands</p>");
  await userEvent.clear(field);
  await userEvent.type(field, 'Salt & <pepper> "x"');
  expect(field).toHaveValue('Salt & <pepper> "x"');
  expect(screen.getByRole("status")).toHaveTextContent('Salt &amp; &lt;pepper&gt; "x"');
});
