import { Existing } from "@/shared/react/existing";
import { island, type IslandProps } from "@/shared/react/island";
import { usePage, usePageSelector } from "@/shared/react/page";
import { isFullPageCart, pageTypes, type PageContext } from "@/shared/page/context";
import { navigation } from "@/shared/page/navigation";
import { expectedCart } from "@/shared/store/cart-slice";
import { shownCount, spokenCount, summaryOf } from "./cart-summary";

const cartAddress = "/cart";

/** Whether a page may show the floating cart button. */
export function mayShowPill(context: PageContext, root: ParentNode = document): boolean {
  if (context.expressCheckout || context.customCart || isFullPageCart(root)) return false;
  // On the checkout page a link back to the cart would be distracting.
  return context.pageType !== pageTypes.checkout && context.pageType !== pageTypes.orderReceived;
}

/** The floating cart button, in its empty element. */
function Pill({ place }: IslandProps) {
  const context = usePage();
  const cart = expectedCart(usePageSelector((state) => state.cart));
  const summary = summaryOf(cart, context.locale);
  if (!mayShowPill(context)) return null;
  const openInFrame = (event: React.MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    navigation.go(cartAddress);
  };
  return (
    <Existing element={place}>
      <a
        className="stoa-pill"
        href={cartAddress}
        hidden={summary.items === 0}
        aria-label={spokenCount(summary.items)}
        onClick={context.inEditor ? openInFrame : undefined}
      >
        <span className="stoa-pill__count">{shownCount(summary.items)}</span>
        <span className="stoa-pill__subtotal">{summary.subtotal}</span>
      </a>
    </Existing>
  );
}

export const mountPill = island(Pill);
