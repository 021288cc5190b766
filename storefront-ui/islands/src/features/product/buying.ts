import type { Result } from "@/shared/api/send";
import type { PageContext } from "@/shared/page/context";
import { navigation } from "@/shared/page/navigation";
import { signInAddress } from "@/shared/page/sign-in";
import { tellVisit } from "@/shared/page/visitor-event";
import { askAdditionalFields } from "@/shared/shop/additional-fields";
import type { ProductData, ProductVariant } from "@/shared/shop/product-data";
import { addEntry } from "@/shared/store/cart-thunks";
import type { PageStore } from "@/shared/store/page-store";
import { showAlert } from "@/shared/ui/alert-dialog";
import type { Progress } from "./add-button";
import { addFailureText, addFailureTitle } from "./add-failure";
import { addressAfterAdd } from "./after-add";
import { beginSubscription, buyNow } from "./purchase";
import { canHaveMore } from "./stock";

/** What a visitor wants to buy. */
export interface Wanted {
  product: ProductData;
  variant: ProductVariant;
  quantity: number;
  /** JSON text; null if there are no additional fields. */
  additionalFields: string | null;
}

/** How it is bought: in the cart, or in a separate checkout. */
export type Way = "cart" | "subscription" | "now";

/** The additional fields of a product; null if the visitor cancelled, `sold-out` if the item is gone meanwhile. */
export async function askFields(
  product: ProductData,
  variant: ProductVariant,
  inCart: number,
): Promise<string | null | "sold-out"> {
  if (!(await canHaveMore(product.id, variant, inCart))) return "sold-out";
  return askAdditionalFields(product.title, product.additionalFields);
}

/** Adds to the cart, or starts a separate checkout, and goes where it continues. */
export async function buy(
  way: Way,
  wanted: Wanted,
  progress: Progress,
  store: PageStore,
  context: PageContext,
): Promise<void> {
  if (way === "cart") return add(wanted, progress, store, context);
  const { product, variant, quantity, additionalFields } = wanted;
  const item = { itemId: product.id, sku: variant.sku, qty: quantity, additionalFields };
  await leave(product, progress, await (way === "now" ? buyNow(item) : beginSubscription(item)));
}

async function add(
  { product, variant, ...rest }: Wanted,
  progress: Progress,
  store: PageStore,
  context: PageContext,
): Promise<void> {
  const { id: itemId, productType } = product;
  const { sku } = variant;
  const result = await store.dispatch(addEntry({ itemId, sku, ...rest }));
  if (!result.ok) {
    progress.fail();
    await showAlert(addFailureTitle(productType, context.expressCheckout), addFailureText(result.failure));
    return;
  }
  progress.succeed();
  tellVisit("add_to_cart", { itemId, sku, quantity: rest.quantity });
  const address = addressAfterAdd({ itemId, productType, sku, quantity: rest.quantity, cart: result.data }, context);
  if (address !== null) navigation.go(address);
}

async function leave(product: ProductData, progress: Progress, checkout: Result<string>): Promise<void> {
  if (checkout.ok) {
    navigation.go(checkout.data);
    return;
  }
  progress.fail();
  if (checkout.failure.kind === "refused" && checkout.failure.status === 401) navigation.go(signInAddress());
  else await showAlert(addFailureTitle(product.productType, true), addFailureText(checkout.failure));
}
