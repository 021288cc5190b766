import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { sampleCategories } from "@/testing/samples/sample-data";
import { backEnd, problem } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";

const patience = { timeout: 10_000 };

/** Creates a store with hundreds of sibling categories. */
function fill(count: number) {
  const [root] = sampleCategories();
  const row = (at: number) => ({
    ...root!,
    id: `cat-${at}`,
    displayName: `Shelf ${at}`,
    urlId: `shelf-${at}`,
    type: "CATEGORY" as const,
    parentCategoryId: root!.id,
  });
  backEnd.categories = [root!, ...Array.from({ length: count }, (_, at) => row(at))];
}

it("shows many categories in batches, and searches all", async () => {
  const user = userEvent.setup();
  fill(130);
  renderApp("/sites/w-juniper/products/col-shop/categories");
  expect(await screen.findByText("Shelf 99", {}, patience)).toBeVisible();
  expect(screen.queryByText("Shelf 100")).toBeNull();
  expect(screen.getByText("Show more (30 left)")).toBeVisible();
  await user.click(screen.getByLabelText("Search categories"));
  await user.paste("shelf 123");
  await user.click(await screen.findByText("Shelf 123", {}, patience));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByLabelText("Parent category"));
  expect((await screen.findAllByRole("option")).length).toBeLessThanOrEqual(50);
});

it("renames the root category", async () => {
  const user = userEvent.setup();
  fill(1);
  const name = backEnd.categories[0]!.displayName;
  server.use(
    http.put("*/categories/cat-all", async ({ request }) => {
      const [root, ...others] = backEnd.categories;
      const renamed = { ...root!, ...((await request.json()) as { displayName: string }) };
      backEnd.categories = [renamed, ...others];
      return HttpResponse.json(renamed);
    }),
  );
  renderApp("/sites/w-juniper/products/col-shop/categories");
  await user.click(await screen.findByRole("button", { name: `Rename “${name}”` }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByLabelText("Parent category")).toBeNull();
  await user.clear(dialog.getByLabelText("Name"));
  await user.type(dialog.getByLabelText("Name"), "Everything");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Category saved", {}, patience)).toBeVisible();
  expect(backEnd.categories[0]?.displayName).toBe("Everything");
});

// spec: editor.message.tag-exists
it("reports a category name that is taken", async () => {
  const user = userEvent.setup();
  fill(1);
  const sent: unknown[] = [];
  server.use(
    http.post("*/categories", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(problem(400, "validation-failed", "This category already exists"), { status: 400 });
    }),
  );
  renderApp("/sites/w-juniper/products/col-shop/categories");
  await user.click(await screen.findByRole("button", { name: "Add category" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Name"), "shelf 0");
  await user.click(dialog.getByRole("button", { name: "Add" }));
  expect(await dialog.findByText("This category already exists", {}, patience)).toBeVisible();
  expect(sent).toMatchObject([{ displayName: "shelf 0", parentCategoryId: "cat-all", type: "CATEGORY" }]);
});
