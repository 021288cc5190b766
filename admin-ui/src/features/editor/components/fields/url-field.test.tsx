import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { SuggestingField } from "@/shared/form/text-field/suggesting-field";

const pages = [
  { title: "Home", value: "/" },
  { title: "Opening hours", value: "/visit" },
  { title: "How paper is marbled", value: "/journal/marbling" },
];

function Harness({ start }: { start: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <SuggestingField
        label="Link"
        value={value}
        suggestions={pages}
        onChange={setValue}
        required={false}
        disabled={false}
        error={false}
        help={undefined}
        maxLength={200}
      />
      <output>{value}</output>
      <button onClick={() => setValue("/from-elsewhere")}>Change it elsewhere</button>
    </>
  );
}

it("finds pages by title, and accepts any other URL", async () => {
  const user = userEvent.setup();
  render(<Harness start="" />);
  const field = screen.getByLabelText("Link");
  const value = screen.getByRole("status");
  await user.type(field, "marbled");
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "How paper is marbled/journal/marbling",
  ]);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(value).toHaveTextContent("/journal/marbling");
  await user.clear(field);
  expect(value).toHaveTextContent("");
  await user.type(field, "https://stoa.example/a");
  expect(screen.queryByRole("option")).toBeNull();
  await user.tab();
  expect(value).toHaveTextContent("https://stoa.example/a");
});

it("shows a remote change of the value", async () => {
  const user = userEvent.setup();
  render(<Harness start="/visit" />);
  await user.click(screen.getByRole("button", { name: "Change it elsewhere" }));
  expect(screen.getByLabelText("Link")).toHaveValue("/from-elsewhere");
  expect(screen.getByRole("status")).toHaveTextContent("/from-elsewhere");
});
