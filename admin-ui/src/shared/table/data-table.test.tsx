import { createTheme, ThemeProvider } from "@mui/material/styles";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { afterEach, expect, it } from "vitest";
import { DataTable, type Column } from "./data-table";
import { useSorting } from "./sorting";

interface Row {
  id: string;
  name: string;
  total: number;
}

const columns: Column<Row>[] = [
  { id: "name", header: "Name", main: true, sort: { by: "name", kind: "text" }, cell: ({ name }) => name },
  { id: "total", header: "Total", align: "right", sort: { by: "total", kind: "number" }, cell: ({ total }) => total },
  { id: "note", header: "Note", cell: () => "–" },
];

function List() {
  const { sorting, wanted } = useSorting(["name", "total"], { by: "name", descending: false });
  const { search } = useLocation();
  return (
    <>
      <DataTable
        label="Rows"
        rows={[{ id: "a", name: "Ada", total: 3 }]}
        columns={columns}
        keyOf={({ id }) => id}
        sorting={sorting}
      />
      <output>{`${search} ${JSON.stringify(wanted)}`}</output>
    </>
  );
}

function show(address = "/") {
  render(
    <ThemeProvider theme={createTheme()}>
      <RouterProvider router={createMemoryRouter([{ path: "*", element: <List /> }], { initialEntries: [address] })} />
    </ThemeProvider>,
  );
  return screen.getByRole("status");
}

const head = (name: string) => screen.getByRole("columnheader", { name });
const press = (name: string) => within(head(name)).getByRole("button", { name });

const wide = window.matchMedia;
afterEach(() => {
  window.matchMedia = wide;
});

it("sorts by column header, by mouse and keyboard, with the order in the URL", async () => {
  const user = userEvent.setup();
  const told = show();
  expect(head("Name")).toHaveAttribute("aria-sort", "ascending");
  expect(head("Total")).toHaveAttribute("aria-sort", "none");
  expect(head("Note")).not.toHaveAttribute("aria-sort");
  await user.click(press("Total"));
  expect(head("Total")).toHaveAttribute("aria-sort", "descending");
  expect(head("Name")).toHaveAttribute("aria-sort", "none");
  expect(told).toHaveTextContent('?sort=total-down {"sort":"total","descending":true}');
  press("Total").focus();
  await user.keyboard("{Enter}");
  expect(head("Total")).toHaveAttribute("aria-sort", "ascending");
  expect(press("Total")).toHaveFocus();
  press("Name").focus();
  await user.keyboard(" ");
  expect(head("Name")).toHaveAttribute("aria-sort", "ascending");
  // The default order is not stored in the URL.
  expect(told).toHaveTextContent(/^\{\}$/);
});

it("takes the order from the URL, or the default if it is unknown", () => {
  show("/?sort=total-down");
  expect(head("Total")).toHaveAttribute("aria-sort", "descending");
});

it("validates the URL", () => {
  const told = show("/?sort=password");
  expect(head("Name")).toHaveAttribute("aria-sort", "ascending");
  expect(told).toHaveTextContent("?sort=password {}");
});

it("shows a sort select on a phone", async () => {
  const user = userEvent.setup();
  window.matchMedia = (query) => ({ ...wide(query), matches: true });
  const told = show();
  expect(screen.queryByRole("table")).toBeNull();
  await user.click(screen.getByRole("combobox", { name: "Sort" }));
  const names = screen.getAllByRole("option").map(({ textContent }) => textContent);
  expect(names).toEqual(["Name, A to Z", "Name, Z to A", "Total, low to high", "Total, high to low"]);
  await user.click(screen.getByRole("option", { name: "Total, high to low" }));
  expect(told).toHaveTextContent("?sort=total-down");
});
