import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { FilterBar } from "./filter-bar";
import { SearchField } from "./search-field";

test("shows the number of active filters, and opens by button", async () => {
  render(
    <FilterBar search={<input aria-label="Search" />} active={2}>
      <input aria-label="Status" />
    </FilterBar>,
  );
  const button = screen.getByRole("button", { name: "Filters (2)" });
  expect(button).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(button);
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByRole("group", { name: "Filters" })).toContainElement(screen.getByLabelText("Status"));
});

test("the search field follows external changes, such as browser back", async () => {
  let change: (value: string) => void = () => undefined;
  function Place() {
    const [query, setQuery] = useState("mug");
    change = setQuery;
    return <SearchField label="Search" value={query} onChange={setQuery} />;
  }
  render(<Place />);
  expect(screen.getByLabelText("Search")).toHaveValue("mug");
  act(() => change(""));
  expect(screen.getByLabelText("Search")).toHaveValue("");
});
