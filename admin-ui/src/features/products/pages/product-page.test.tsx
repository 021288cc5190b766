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

it("states that subscription renewals are not charged yet", async () => {
  const user = userEvent.setup();
  await openVariant("Oat");
  const card = within(await screen.findByRole("region", { name: "Subscription" }, patience));
  expect(await card.findByText(/^Renewals are not charged yet/, {}, patience)).toBeVisible();
  await user.click(card.getByRole("button", { name: "Sell by subscription" }));
  expect(within(await screen.findByRole("dialog")).getByRole("alert")).toHaveTextContent(
    /^Renewals are not charged yet/,
  );
});

it("configures donations for a service, in minor units", async () => {
  const user = userEvent.setup();
  const service = backEnd.products.find(({ productType }) => productType === 3);
  renderApp(`/sites/w-juniper/products/col-shop/${service?.id ?? ""}`);
  await user.click(await screen.findByRole("button", { name: "Accept donations" }, patience));
  const dialog = within(await screen.findByRole("dialog"));
  const amounts = dialog.getByLabelText("Suggested amounts, USD");
  await user.clear(amounts);
  await user.type(amounts, "ten");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Enter an amount")).toBeVisible();
  await user.clear(amounts);
  await user.type(amounts, "12.50{Enter}40");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("$12.50, $40.00, or any amount from $5.00 to $1,000.00", {}, patience)).toBeVisible();
  expect(backEnd.donationTerms).toMatchObject({ suggestedCents: [1250, 4000], leastCents: 500, mostCents: 100_000 });
});

it("shows only the fields of the product type", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products/col-shop/new");
  await screen.findByLabelText("Name", {}, patience);
  const kind = async (label: string) => {
    await user.click(screen.getByRole("combobox", { name: "Product type" }));
    await user.click(await screen.findByRole("option", { name: label }));
  };
  const all = [
    "Sale price",
    "On sale",
    "Weight in grams",
    "Charge tax",
    "Text when sold out",
    "Show when stock is low",
  ];
  const asked = () => all.filter((label) => screen.queryByLabelText(label) !== null);
  expect(asked()).toEqual(all);
  await kind("Service");
  expect(asked()).toEqual(all.filter((label) => label !== "Weight in grams"));
  await kind("Digital product");
  expect(asked()).toEqual(["Sale price", "On sale", "Charge tax"]);
  await user.click(screen.getByLabelText("On sale"));
  await kind("Gift card");
  expect(asked()).toEqual([]);
  expect(screen.getByText(/Gift card codes cannot be redeemed in the cart yet/)).toBeVisible();
  await write(user, screen.getByLabelText("Name"), "Gift card");
  await user.type(screen.getByRole("textbox", { name: "Price" }), "50");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Product created", {}, patience)).toBeVisible();
  expect(backEnd.products.at(-1)).toMatchObject({
    productType: 4,
    variants: [{ priceCents: 5_000, onSale: false, salePriceCents: null }],
  });
});

it("explains memberships on creation and at the files", async () => {
  const user = userEvent.setup();
  const gives = "A membership gives access to its files and nothing else yet.";
  const { view } = renderApp("/sites/w-juniper/products/col-shop/new");
  await screen.findByLabelText("Name", {}, patience);
  expect(screen.queryByText(gives)).toBeNull();
  await user.click(screen.getByRole("combobox", { name: "Product type" }));
  await user.click(await screen.findByRole("option", { name: "Paywall" }));
  expect(screen.getByText(gives)).toBeVisible();
  view.unmount();
  const [mug] = backEnd.products;
  if (mug !== undefined) mug.productType = 5;
  server.use(http.get("*/items/p-0/files", () => HttpResponse.json({ files: [] })));
  renderApp("/sites/w-juniper/products/col-shop/p-0");
  expect(within(await screen.findByRole("region", { name: "Lessons" }, patience)).getByText(gives)).toBeVisible();
});

it("keeps the input when the type of a new product changes, and resets tracking of untouched rows", async () => {
  const user = userEvent.setup();
  renderApp("/sites/w-juniper/products/col-shop/new");
  await write(user, await screen.findByLabelText("Name", {}, patience), "Evening course");
  const kind = async (label: string) => {
    await user.click(screen.getByRole("combobox", { name: "Product type" }));
    await user.click(await screen.findByRole("option", { name: label }));
  };
  expect(screen.getByLabelText("Stock")).toHaveValue("0");
  await user.type(screen.getByLabelText("Price"), "40");
  await kind("Service");
  expect(screen.getByLabelText("Name")).toHaveValue("Evening course");
  expect(screen.getByLabelText("Price")).toHaveValue("40");
  expect(screen.getByRole("switch", { name: "Do not track stock" })).toBeChecked();
  await kind("Physical product");
  expect(screen.getByRole("switch", { name: "Do not track stock" })).not.toBeChecked();
  await user.clear(screen.getByLabelText("Stock"));
  await user.type(screen.getByLabelText("Stock"), "7");
  await kind("Service");
  expect(screen.getByLabelText("Stock")).toHaveValue("7");
  await kind("Digital product");
  expect(screen.queryByLabelText("Stock")).toBeNull();
  expect(screen.queryByRole("switch", { name: "Do not track stock" })).toBeNull();
  await kind("Physical product");
  expect(screen.getByLabelText("Stock")).toHaveValue("7");
  expect(screen.getByLabelText("Name")).toHaveValue("Evening course");
});
