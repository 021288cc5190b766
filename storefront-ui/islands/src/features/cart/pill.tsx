import { Existing } from "@/shared/react/existing";
import { island, type IslandProps } from "@/shared/react/island";
import { usePage, usePageSelector } from "@/shared/react/page";
import { useLoaded } from "@/shared/react/use-loaded";
import { isFullPageCart, pageTypes, type PageContext } from "@/shared/page/context";

/** Whether a page may show the floating cart button. */
function mayShowPill(context: PageContext, root: ParentNode = document): boolean {
  if (context.expressCheckout || context.customCart || isFullPageCart(root)) return false;
  // On the checkout page a link back to the cart would be distracting.
  return context.pageType !== pageTypes.checkout && context.pageType !== pageTypes.orderReceived;
}

const loadLink = () => import("./pill-link");

/** The place of the floating cart button. It is hidden without a cart, so it is loaded together with the cart. */
function Pill({ place }: IslandProps) {
  const context = usePage();
  const isWanted = usePageSelector((state) => state.cart.status !== "unknown") && mayShowPill(context);
  const link = useLoaded(loadLink, isWanted);
  return <Existing element={place}>{link === null ? undefined : <link.PillLink />}</Existing>;
}

export const mountPill = island(Pill);
