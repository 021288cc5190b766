import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { HttpResponse, http } from "msw";
import { backEnd } from "@/testing/back-end";
import { renderApp } from "@/testing/render-app";
import { server } from "@/testing/server";
import { write } from "@/testing/write";

const patience = { timeout: 10_000 };

async function openVariant(label: string) {
  renderApp("/sites/w-juniper/products/col-shop/p-0");
  return within(await screen.findByRole("group", { name: label }, patience));
}

it("saves a price in minor units, and changed stock", async () => {
  const user = userEvent.setup();
  const oat = await openVariant("Oat");
  await user.clear(oat.getByLabelText("Price"));
  await user.type(oat.getByLabelText("Price"), "26.5");
  await user.clear(oat.getByLabelText("Stock"));
  await user.type(oat.getByLabelText("Stock"), "9");
  // Sales made while the form is open stay counted.
  const [mug] = backEnd.products;
  if (mug?.variants[1] !== undefined) mug.variants[1].qtyInStock = 12;
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product saved", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.variants[0]).toMatchObject({ priceCents: 2650, qtyInStock: 9 });
  expect(backEnd.products[0]?.variants[1]).toMatchObject({ priceCents: 2400, qtyInStock: 12 });
});

it("focuses an added option", async () => {
  const user = userEvent.setup();
  await openVariant("Oat");
  await user.click(screen.getByRole("button", { name: "Add option" }));
  expect(screen.getAllByLabelText("Option name").at(-1)).toHaveFocus();
  await user.keyboard("Height");
  expect(screen.getByRole("group", { name: "Option Height" })).toBeVisible();
});

it("previews the search result, and hides the product from search engines", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products/col-shop/p-0");
  const preview = await screen.findByRole("figure", { name: "Preview of a search result" }, patience);
  await waitFor(() => expect(preview).toHaveTextContent(/\/shop\/.+ — Juniper & Oat/), patience);
  const card = within(preview.closest("section") ?? preview.parentElement!);
  await write(user, card.getByLabelText("Title"), "A mug for every morning");
  expect(preview).toHaveTextContent("A mug for every morning — Juniper & Oat");
  await write(user, card.getByLabelText("Description"), "Thrown by hand");
  expect(preview).toHaveTextContent("Thrown by hand");
  await user.click(screen.getByLabelText("Hide from search engines"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product saved", {}, patience)).toBeVisible();
  expect(backEnd.products[0]).toMatchObject({ noIndex: true, seoTitle: "A mug for every morning", shareImageId: null });
});

it("describes an image with the current asset, and detects conflicts", async () => {
  const user = userEvent.setup();
  const sent: (string | null)[] = [];
  server.use(
    http.put("*/api/v1/websites/*/assets/a-0", async ({ request }) => {
      sent.push(request.headers.get("If-Match"));
      return HttpResponse.json({ ...backEnd.assets[0], ...((await request.json()) as object) });
    }),
  );
  renderApp("/sites/w-juniper/products/col-shop/p-0");
  const describing = await screen.findByRole("button", { name: /^Describe/ }, patience);
  backEnd.assets = backEnd.assets.map((asset) =>
    asset.id === "a-0" ? { ...asset, altText: "Said meanwhile", standing: "st-new" } : asset,
  );
  await user.click(describing);
  const dialog = within(await screen.findByRole("dialog", { name: "Describe the image" }, patience));
  const description = dialog.getByLabelText("Description");
  expect(description).toHaveValue("Said meanwhile");
  await write(user, description, ", and more");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), patience);
  expect(sent).toEqual(['"st-new"']);
  expect(screen.getByRole("img", { name: "Said meanwhile, and more" })).toBeVisible();
});

it("sets the sharing image of a product", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products/col-shop/p-0");
  await user.click(await screen.findByRole("button", { name: "Choose image" }, patience));
  const picker = within(await screen.findByRole("dialog"));
  const [picture] = backEnd.assets;
  await user.click(
    await picker.findByRole("button", { name: new RegExp(picture?.altText || picture?.filename || "") }, patience),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), patience);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product saved", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.shareImageId).toBe(picture?.id);
});

it("reports stock sold meanwhile, and sets stock only after that", async () => {
  const user = userEvent.setup();
  const oat = await openVariant("Oat");
  const [mug] = backEnd.products;
  const before = mug?.variants[0]?.qtyInStock ?? 0;
  await user.clear(oat.getByLabelText("Stock"));
  await user.type(oat.getByLabelText("Stock"), "40");
  if (mug?.variants[0] !== undefined) mug.variants[0].qtyInStock = before - 3;
  await user.click(screen.getByRole("button", { name: "Save" }));
  const now = `there are ${before - 3} now. Saving again sets it to 40.`;
  expect(await oat.findByText(new RegExp(now), {}, patience)).toBeVisible();
  expect(oat.getByLabelText("Stock")).toHaveValue("40");
  expect(backEnd.products[0]?.variants[0]?.qtyInStock).toBe(before - 3);
  await user.click(oat.getByRole("button", { name: `Keep it at ${before - 3}` }));
  expect(oat.getByLabelText("Stock")).toHaveValue(String(before - 3));
  await user.clear(oat.getByLabelText("Stock"));
  await user.type(oat.getByLabelText("Stock"), "41");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product saved", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.variants[0]?.qtyInStock).toBe(41);
});

it("shows many variants in batches, and those with errors", async () => {
  const user = userEvent.setup();
  const [mug] = backEnd.products;
  const [oat] = mug!.variants;
  const [option] = Object.keys(oat!.attributes);
  const many = Array.from({ length: 60 }, (_, turn) => ({
    ...oat!,
    id: `v-${turn}`,
    sku: `MUG-${turn}`,
    attributes: { [option!]: `No. ${turn}` },
  }));
  backEnd.products = backEnd.products.map((product) => (product === mug ? { ...product, variants: many } : product));
  await openVariant("No. 24");
  expect(screen.queryByRole("group", { name: "No. 25" })).toBeNull();
  expect(screen.getByText("25 of 60 variants")).toBeVisible();
  const refused = {
    type: "about:blank",
    title: "",
    status: 400,
    code: "validation-failed",
    detail: "",
    errors: { "variants[30].sku": "Another product has this SKU." },
  };
  server.use(http.put("*/items/p-0", () => HttpResponse.json(refused, { status: 400 }), { once: true }));
  await user.type(screen.getByLabelText("Name"), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const wrong = within(await screen.findByRole("group", { name: "No. 30" }, patience));
  expect(await wrong.findByText("Another product has this SKU.", {}, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show 25 more" }));
  expect(await screen.findByRole("group", { name: "No. 55" }, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(await screen.findByRole("group", { name: "No. 59" }, patience)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product saved", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.variants).toHaveLength(60);
});

it("reports a newer version and keeps the input", async () => {
  const user = userEvent.setup();
  await openVariant("Oat");
  await user.click(screen.getByLabelText("Name"));
  await user.paste(" and saucer");
  backEnd.products = backEnd.products.map((product) => ({ ...product, revision: product.revision + 1 }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/Someone else has saved this product/, {}, patience)).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Stoneware mug and saucer");
});

it("shows another user's changes, and merges as chosen", async () => {
  const user = userEvent.setup();
  const oat = await openVariant("Oat");
  await user.click(screen.getByLabelText("Name"));
  await user.paste(" and saucer");
  await user.clear(oat.getByLabelText("Price"));
  await user.type(oat.getByLabelText("Price"), "31");
  backEnd.products = backEnd.products.map((product, index) => {
    if (index > 0) return product;
    const [first, ...others] = product.variants;
    const variants = first === undefined ? [] : [{ ...first, priceCents: 2_900, qtyInStock: 5 }, ...others];
    return { ...product, name: "Stone mug", tags: ["theirs"], variants, revision: product.revision + 1 };
  });
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(await screen.findByRole("button", { name: "Show what changed" }, patience));
  const dialog = within(await screen.findByRole("dialog", { name: "What changed" }, patience));
  const field = (name: string) => within(dialog.getByRole("radiogroup", { name }));
  expect(field("Name").getByText("Stoneware mug and saucer")).toBeVisible();
  expect(field("Name").getByText("Stone mug")).toBeVisible();
  // Fields unchanged here default to theirs, changed ones to ours.
  expect(field("Name").getByRole("radio", { name: /^Keep mine/ })).toBeChecked();
  expect(field("Tags").getByRole("radio", { name: /^Use theirs/ })).toBeChecked();
  expect(field("Oat: Stock").getByRole("radio", { name: /^Use theirs/ })).toBeChecked();
  field("Oat: Price")
    .getByRole("radio", { name: /^Keep mine/ })
    .focus();
  await user.keyboard("{ArrowDown}");
  expect(field("Oat: Price").getByRole("radio", { name: /^Use theirs/ })).toBeChecked();
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  expect(await screen.findByLabelText("Name")).toHaveValue("Stoneware mug and saucer");
  expect(screen.getByLabelText("Tags")).toHaveValue("theirs");
  const now = within(screen.getByRole("group", { name: "Oat" }));
  expect(now.getByLabelText("Price")).toHaveValue("29.00");
  expect(now.getByLabelText("Stock")).toHaveValue("5");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product saved", {}, patience)).toBeVisible();
  expect(backEnd.products[0]).toMatchObject({ name: "Stoneware mug and saucer", tags: ["theirs"] });
  expect(backEnd.products[0]?.variants[0]).toMatchObject({ priceCents: 2_900, qtyInStock: 5 });
});

it("sets one price for all variants", async () => {
  const user = userEvent.setup();
  await openVariant("Oat");
  const all = within(screen.getByRole("group", { name: "All variants" }));
  await user.type(all.getByLabelText("Price of all variants"), "ten{Enter}");
  expect(all.getByLabelText("Price of all variants")).toBeInvalid();
  await user.clear(all.getByLabelText("Price of all variants"));
  await user.type(all.getByLabelText("Price of all variants"), "19.5");
  await user.click(all.getByRole("button", { name: "Apply to all" }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product saved", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.variants.map(({ priceCents }) => priceCents)).toEqual(
    backEnd.products[0]?.variants.map(() => 1_950),
  );
});

it("keeps categories that could not be loaded, and retries", async () => {
  const user = userEvent.setup();
  let fails = true;
  server.use(http.get("*/categories", () => (fails ? new HttpResponse(null, { status: 503 }) : undefined)));
  await openVariant("Oat");
  const message = await screen.findByText(/^Categories could not be loaded/, {}, patience);
  expect(screen.queryByText("No longer exists")).toBeNull();
  fails = false;
  await user.click(within(message).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/^Categories could not be loaded/)).toBeNull(), patience);
});

it("creates a product with a row per combination of options", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products/col-shop/new");
  await user.click(await screen.findByLabelText("Name", {}, patience));
  await user.paste("Field jacket");
  await user.click(screen.getByLabelText("Price"));
  await user.paste("120");
  await user.click(screen.getByRole("button", { name: "Add option" }));
  await user.click(screen.getByLabelText("Option name"));
  await user.paste("Size");
  await user.type(screen.getByLabelText("Option values"), "S{Enter}M{Enter}");
  expect(screen.getByRole("group", { name: "M" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product created", {}, patience)).toBeVisible();
  expect(backEnd.products.at(-1)).toMatchObject({
    name: "Field jacket",
    status: "draft",
    variantOptionOrdering: ["Size"],
    variants: [
      { attributes: { Size: "S" }, priceCents: 12_000 },
      { attributes: { Size: "M" }, priceCents: 12_000 },
    ],
  });
});

it("accepts a typed value without Enter, including a comma", async () => {
  const user = userEvent.setup();
  await openVariant("Oat");
  const values = screen.getByLabelText("Option values");
  await user.type(values, "Slate{Enter}Sand, fired twice");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product saved", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.variants.map(({ attributes }) => attributes["Glaze"])).toEqual([
    "Oat",
    "Moss",
    "Charcoal",
    "Slate",
    "Sand, fired twice",
  ]);
  await user.click(values);
  await user.keyboard("{Backspace}");
  expect(screen.getByRole("button", { name: "Sand, fired twice" })).toBeVisible();
});

it("renames and moves an option value without changing the variant", async () => {
  const user = userEvent.setup();
  await openVariant("Oat");
  const before = backEnd.products[0]!.variants.map(({ id, sku, qtyInStock }) => ({ id, sku, qtyInStock }));
  screen.getByRole("button", { name: "Oat" }).focus();
  await user.keyboard("{Enter}");
  const popover = within(await screen.findByRole("dialog", { name: "Value Oat" }));
  await user.clear(popover.getByLabelText("Value"));
  await user.type(popover.getByLabelText("Value"), "Moss{Enter}");
  expect(popover.getByText("The option has this value already")).toBeVisible();
  await user.clear(popover.getByLabelText("Value"));
  await user.type(popover.getByLabelText("Value"), "Stone");
  await user.click(popover.getByRole("button", { name: "Move later" }));
  await user.click(popover.getByRole("button", { name: "Done" }));
  expect(screen.getByRole("button", { name: "Stone" })).toHaveFocus();
  const list = within(screen.getByRole("list", { name: "Values of Glaze" }));
  expect(list.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Moss", "Stone", "Charcoal"]);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product saved", {}, patience)).toBeVisible();
  expect(backEnd.products[0]?.variants).toMatchObject([
    { ...before[1], attributes: { Glaze: "Moss" } },
    { ...before[0], attributes: { Glaze: "Stone" } },
    { ...before[2], attributes: { Glaze: "Charcoal" } },
  ]);
});

it("shows the server's error at its field", async () => {
  const user = userEvent.setup();
  const moss = await openVariant("Moss");
  await user.clear(moss.getByLabelText("SKU"));
  await user.type(moss.getByLabelText("SKU"), "TAKEN");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await moss.findByText("Another product has this SKU.", {}, patience)).toBeVisible();
  expect(moss.getByLabelText("SKU")).toBeInvalid();
});

it("rejects decimals that the currency does not have", async () => {
  backEnd.products = backEnd.products.map((product) => ({ ...product, currency: "JPY" }));
  const user = userEvent.setup();
  const oat = await openVariant("Oat");
  await user.clear(oat.getByLabelText("Price"));
  await user.type(oat.getByLabelText("Price"), "26.5");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await oat.findByText("JPY has no decimals")).toBeVisible();
});

it("asks before unsaved changes are lost", async () => {
  const user = userEvent.setup();
  await openVariant("Oat");
  await user.type(screen.getByLabelText("Name"), "!");
  await user.click(screen.getByRole("link", { name: "All products" }));
  expect(await screen.findByText("Leave without saving?")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stay" }));
  expect(screen.getByLabelText("Name")).toHaveValue("Stoneware mug!");
});
