import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";

const address = "/sites/w-juniper/navigation";

async function open(who: "owner" | "viewer" = "owner") {
  const app = renderApp(address, who);
  const list = await screen.findByRole("list", { name: "Main Navigation" }, { timeout: 5000 });
  return { ...app, list, person: userEvent.setup() };
}

function titles(): string[] {
  const list = screen.getByRole("list", { name: "Main Navigation" });
  return within(list)
    .getAllByRole("button", { name: /^Change / })
    .map((button) => (button.getAttribute("aria-label") ?? "").replace("Change ", ""));
}

function write(label: string, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

function saved(): unknown[] {
  return backEnd.layout.layout[0]?.links ?? [];
}

test("adds entries, moves them by keyboard and saves with the loaded revision", async () => {
  const { person } = await open();
  const [first = "", second = ""] = titles();
  await person.click(screen.getByRole("button", { name: "Add folder" }));
  await person.click(screen.getByRole("button", { name: "Add" }));
  expect(screen.getByText("Enter a title")).toBeVisible();
  write("Title", "More");
  await person.click(screen.getByRole("button", { name: "Add" }));
  await person.click(screen.getByRole("button", { name: "Add link" }));
  write("Title", "Maps");
  write("Address", "javascript:alert(1)");
  await person.click(screen.getByRole("button", { name: "Add" }));
  expect(screen.getByText("Enter an address that starts with https:// or /")).toBeVisible();
  write("Address", "https://domain.com");
  await person.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(titles()).toEqual([first, second, "More", "Maps"]));

  fireEvent.keyDown(screen.getByRole("button", { name: "Change Maps" }), { key: "ArrowRight", altKey: true });
  expect(within(screen.getByRole("list", { name: "In More" })).getByText("Maps")).toBeVisible();
  fireEvent.keyDown(screen.getByRole("button", { name: `Change ${second}` }), { key: "ArrowUp", altKey: true });
  expect(titles()).toEqual([second, first, "More", "Maps"]);

  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(backEnd.layout.revision).toBe(4));
  expect(saved()).toMatchObject([
    { collectionId: expect.any(String) as string },
    { collectionId: expect.any(String) as string },
    { title: "More", children: [{ externalLink: { title: "Maps", url: "https://domain.com", newWindow: false } }] },
  ]);
});

test("leaving without saving discards changes", async () => {
  const { person } = await open();
  const before = titles();
  await person.click(screen.getByRole("button", { name: `Change ${before[0] ?? ""}` }));
  await person.click(screen.getByRole("menuitem", { name: "Remove" }));
  expect(titles()).toHaveLength(before.length - 1);
  await person.click(screen.getByRole("button", { name: "Discard" }));
  expect(titles()).toEqual(before);
  expect(backEnd.layout.revision).toBe(3);
});

/** Another user changes the site, and its main navigation if links are given. */
function changeElsewhere(links = backEnd.layout.layout[0]!.links): void {
  const [main, ...others] = backEnd.layout.layout;
  backEnd.layout = { ...backEnd.layout, revision: 9, layout: [{ ...main!, links }, ...others] };
}

test("other saves on the site do not cause a conflict", async () => {
  const { person } = await open();
  const [first = "", second = ""] = titles();
  changeElsewhere();
  fireEvent.keyDown(screen.getByRole("button", { name: `Change ${second}` }), { key: "ArrowUp", altKey: true });
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(backEnd.layout.revision).toBe(10));
  expect(titles()).toEqual([second, first]);
  expect(await screen.findByText("Navigation saved. Visitors see it now.")).toBeVisible();
});

test("a conflict in the same navigation lets the user choose", async () => {
  const { person } = await open();
  const [first = "", second = ""] = titles();
  const theirs = backEnd.layout.layout[0]!.links.slice(0, 1);
  changeElsewhere(theirs);
  fireEvent.keyDown(screen.getByRole("button", { name: `Change ${second}` }), { key: "ArrowUp", altKey: true });
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Someone else has changed this navigation in the meantime.",
  );
  expect(titles()).toEqual([second, first]);
  expect(saved()).toEqual(theirs);
  await person.click(screen.getByRole("button", { name: "Keep mine" }));
  await waitFor(() => expect(backEnd.layout.revision).toBe(10));
  expect(saved()).toHaveLength(2);

  changeElsewhere(theirs);
  fireEvent.keyDown(screen.getByRole("button", { name: `Change ${first}` }), { key: "ArrowUp", altKey: true });
  await person.click(screen.getByRole("button", { name: "Save" }));
  await person.click(await screen.findByRole("button", { name: "Use theirs" }));
  expect(titles()).toEqual([first]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
});

test("viewers see the entries without controls", async () => {
  const { list } = await open("viewer");
  expect(within(list).getAllByRole("listitem").length).toBeGreaterThan(0);
  expect(screen.queryByRole("button", { name: /^Change|^Add/ })).toBeNull();
});
