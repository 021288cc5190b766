import { failureText } from "@/shared/api/failure-text";
import { Existing } from "@/shared/react/existing";
import { island, type IslandProps } from "@/shared/react/island";
import { usePageDispatch, usePageSelector } from "@/shared/react/page";
import { Placed } from "@/shared/react/placed";
import { loadCart } from "@/shared/store/cart-thunks";
import { textOf } from "@/shared/text/messages";
import { CartView } from "./cart-view";

const serverIsSilent = { kind: "refused", status: 503, problem: null } as const;

/** Says above the server's lines that the cart could not be loaded. */
function RetryNotice({ page }: { page: HTMLElement }) {
  const dispatch = usePageDispatch();
  return (
    <Placed
      name="div"
      put={(notice) => page.prepend(notice)}
      class="stoa-alert"
      data-kind="error"
      data-cart-retry=""
      role="alert"
    >
      <p className="stoa-alert__title">{textOf("cart.loadFailed")}</p>
      <p>{failureText(navigator.onLine ? serverIsSilent : { kind: "unreachable" })}</p>
      <button type="button" className="stoa-button stoa-button--text" onClick={() => void dispatch(loadCart())}>
        {textOf("common.retry")}
      </button>
    </Placed>
  );
}

/** Replaces the server-rendered lines once the cart is loaded; until then, and if loading fails, they stay. */
function CartPage({ place }: IslandProps) {
  const { status, cart } = usePageSelector((state) => state.cart);
  const isKnown = cart !== null;
  return (
    <>
      <Existing element={place} aria-busy={!isKnown && status === "loading"}>
        {isKnown ? <CartView /> : undefined}
      </Existing>
      {status === "failed" && !isKnown ? <RetryNotice page={place} /> : null}
    </>
  );
}

export const mountCartPage = island(CartPage);

export default mountCartPage;
