import { usePage, usePageSelector } from "@/shared/react/page";
import { navigation } from "@/shared/page/navigation";
import { expectedCart } from "@/shared/store/expected-cart";
import { shownCount, spokenCount, summaryOf } from "./cart-summary";

const cartAddress = "/cart";

function openInFrame(event: React.MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
  navigation.go(cartAddress);
}

/** The floating cart button. */
export function PillLink() {
  const { locale, inEditor } = usePage();
  const cart = expectedCart(usePageSelector((state) => state.cart));
  const summary = summaryOf(cart, locale);
  return (
    <a
      className="stoa-pill"
      href={cartAddress}
      hidden={summary.items === 0}
      aria-label={spokenCount(summary.items)}
      onClick={inEditor ? openInFrame : undefined}
    >
      <span className="stoa-pill__count">{shownCount(summary.items)}</span>
      <span className="stoa-pill__subtotal">{summary.subtotal}</span>
    </a>
  );
}
