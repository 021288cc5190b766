import { useEffect, useState } from "react";
import { settled } from "@/shared/api/send";
import { navigation } from "@/shared/page/navigation";
import { signInAddress } from "@/shared/page/sign-in";
import { Existing } from "@/shared/react/existing";
import { island, type IslandProps } from "@/shared/react/island";
import { usePageSelector, usePageStore } from "@/shared/react/page";
import { addEntry, loadCart } from "@/shared/store/cart-thunks";
import type { PageStore } from "@/shared/store/page-store";
import { LessonList, type NumberedLesson } from "./lesson-list";

const checkoutAddress = "/checkout";

function partsOf(place: HTMLElement) {
  const { itemId = "", lesson = "0" } = place.dataset;
  return {
    itemId,
    /** The only lesson that is shown; 0 for all. */
    only: Number(lesson),
    button: place.querySelector<HTMLAnchorElement>("a[data-lessons-buy]"),
    signIn: place.querySelector("[data-lessons-sign-in]"),
    signInLink: place.querySelector("[data-lessons-sign-in] a"),
  };
}

/** The lessons that the signed-in account has bought. */
async function boughtLessons(itemId: string, only: number): Promise<NumberedLesson[]> {
  const result = await settled((api) => api.GET("/api/commerce/lessons/{itemId}", { params: { path: { itemId } } }));
  if (!result.ok) return [];
  const numbered = result.data.lessons.map((lesson, index) => ({ lesson, number: index + 1 }));
  return numbered.filter(({ number }) => only === 0 || number === only);
}

/** Adds the lessons to the cart, once, and goes to the checkout; if that fails, to their own page. */
async function buy(itemId: string, page: string, store: PageStore): Promise<void> {
  const known = await store.dispatch(loadCart());
  const isThere = known.ok && known.data.entries.some((entry) => entry.itemId === itemId);
  const body = { itemId, sku: null, quantity: 1, additionalFields: null };
  const isReady = isThere || (await store.dispatch(addEntry(body))).ok;
  navigation.go(isReady ? checkoutAddress : page);
}

/** Lessons behind a paywall: buyers can play them, others can buy them. Access is bound to an account. */
function Lessons({ place }: IslandProps) {
  const store = usePageStore();
  const [{ itemId, only, button, signIn, signInLink }] = useState(() => partsOf(place));
  const isSignedIn = usePageSelector((state) => state.siteUser?.authenticated === true);
  const [lessons, setLessons] = useState<readonly NumberedLesson[]>([]);
  const [isBuying, setBuying] = useState(false);

  useEffect(() => {
    if (isSignedIn) void boughtLessons(itemId, only).then(setLessons);
  }, [isSignedIn, itemId, only]);

  const press = (page: string): void => {
    if (isBuying) return;
    if (!isSignedIn) return navigation.go(signInAddress());
    setBuying(true);
    void buy(itemId, page, store).finally(() => setBuying(false));
  };

  return (
    <>
      {signInLink === null ? null : <Existing element={signInLink} href={signInAddress()} />}
      {signIn === null ? null : <Existing element={signIn} hidden={isSignedIn || undefined} />}
      {button === null ? null : (
        <Existing
          element={button}
          aria-busy={isBuying || undefined}
          onClick={(event) => {
            event.preventDefault();
            press(button.href);
          }}
        />
      )}
      <Existing element={place}>{lessons.length === 0 ? undefined : <LessonList lessons={lessons} />}</Existing>
    </>
  );
}

export const mountLessons = island(Lessons);

export default mountLessons;
