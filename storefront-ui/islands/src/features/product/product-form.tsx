import { useLayoutEffect, useRef, useState } from "react";
import { Existing } from "@/shared/react/existing";
import { island, type IslandProps } from "@/shared/react/island";
import { usePage, usePageStore } from "@/shared/react/page";
import { useLoaded } from "@/shared/react/use-loaded";
import { readProduct, type ProductData, type ProductVariant } from "@/shared/shop/product-data";
import { readQuantity } from "@/shared/shop/quantity";
import { dispatchVariantChosen } from "@/shared/shop/variant-chosen";
import { quantityInCart } from "@/shared/store/quantity-in-cart";
import { textOf } from "@/shared/text/messages";
import { AddButton, addLabels, leavingLabels, useProgress, type Progress } from "./add-button";
import type { InstallmentsChoice } from "./installments";
import { Pictures } from "./pictures";
import { Prices, useOwnPrices } from "./prices";
import {
  chooseVariant,
  findVariant,
  isInStock,
  missingOptions,
  outOfStock,
  pictureOf,
  unavailable,
  type Choices,
} from "./variant-choice";

function partsOf(form: HTMLFormElement) {
  return {
    selects: [...form.querySelectorAll<HTMLSelectElement>("select[data-option-name]")],
    quantity: form.querySelector<HTMLInputElement>('input[name="quantity"]'),
    message: form.querySelector("[data-product-message]"),
    hasScarcity: form.querySelector("[data-variant-attributes]") !== null,
    installments: form.querySelector<HTMLAnchorElement>("a[data-installments]"),
    purchases: [...form.querySelectorAll<HTMLInputElement>('[data-purchase] input[name="purchase"]')],
    add: form.querySelector<HTMLButtonElement>("button[data-add-to-cart]"),
    buyNow: form.querySelector<HTMLButtonElement>("button[data-buy-now]"),
  };
}

const optionOf = (select: HTMLSelectElement): string => select.dataset.optionName ?? "";

function choicesOf(selects: readonly HTMLSelectElement[]): Choices {
  return Object.fromEntries(selects.map((select) => [optionOf(select), select.value]));
}

function variantOf(product: ProductData, choices: Choices): ProductVariant | null {
  return missingOptions(product, choices).length === 0 ? findVariant(product, choices) : null;
}

interface ProductFormProps {
  form: HTMLFormElement;
  source: ProductData;
}

/** The form of one product: choice of variant, price, adding to the cart. */
function ProductForm({ form, source }: ProductFormProps) {
  const context = usePage();
  const store = usePageStore();
  const [parts] = useState(() => partsOf(form));
  const own = useOwnPrices(source);
  const ofScarcity = useLoaded(loadScarcity, parts.hasScarcity);
  const ofInstallments = useLoaded(loadInstallments, parts.installments !== null);
  const { product } = own;
  const [choices, setChoices] = useState<Choices | null>(null);
  /** The options marked as missing; null before the first check. */
  const [missing, setMissing] = useState<readonly string[] | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isQuantityWrong, setQuantityWrong] = useState<boolean>();
  const [picture, setPicture] = useState<string | null>(null);
  const [installments, setInstallments] = useState<InstallmentsChoice | null>(null);
  const [subscribes, setSubscribes] = useState(() => parts.purchases.some(isSubscription));
  const adding = useProgress();
  const leaving = useProgress();
  /** The dialog of additional fields is being opened or is open. */
  const isAsking = useRef(false);

  const askForInstallments = (): void => {
    const reading = readQuantity(parts.quantity?.value ?? "1");
    if (!reading.ok) return;
    const choice = chooseVariant(product, choicesOf(parts.selects));
    setInstallments({ sku: choice.ok ? choice.variant.sku : null, quantity: reading.quantity });
  };

  const choose = (): void => {
    const chosen = choicesOf(parts.selects);
    const isFull = missingOptions(product, chosen).length === 0;
    const variant = variantOf(product, chosen);
    setChoices(chosen);
    setMissing([]);
    setMessage(isFull ? complaintAbout(variant) : null);
    askForInstallments();
    dispatchVariantChosen(form, product.id, variant?.id ?? null);
    if (isFull) setPicture((before) => pictureOf(product, variant) ?? before);
  };

  useLayoutEffect(() => {
    const [first] = product.variants;
    // Browsers restore choices after a reload, and a visitor may be faster than this script.
    // oxlint-disable-next-line react/set-state-in-effect -- the page has the choices
    if (parts.selects.some((select) => select.value !== "")) choose();
    else if (parts.add === null && first !== undefined) {
      // If everything is sold out, the first variant is selected: its restock block is shown.
      for (const select of parts.selects) setValue(select, first.attributes[optionOf(select)] ?? "");
      dispatchVariantChosen(form, product.id, first.id);
    }
    // oxlint-disable-next-line exhaustive-deps -- once, for what was chosen before
  }, []);

  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the page has the quantity
    if (own.prices !== null) askForInstallments();
    // oxlint-disable-next-line exhaustive-deps -- once they are known
  }, [own.prices]);

  const inCartOf = (variant: ProductVariant): number =>
    quantityInCart(store.getState().cart.cart, product.id, variant.id);

  /** The variant and quantity to buy; null if something is missing, which is then shown. */
  const check = (): { variant: ProductVariant; quantity: number } | null => {
    const choice = chooseVariant(product, choicesOf(parts.selects));
    if (!choice.ok) {
      setMissing(choice.missing);
      setMessage(choice.message);
      parts.selects.find((select) => choice.missing.includes(optionOf(select)))?.focus();
      return null;
    }
    const reading = readQuantity(parts.quantity?.value ?? "1");
    setQuantityWrong(!reading.ok);
    if (!reading.ok) {
      setMessage(reading.message);
      parts.quantity?.focus();
      return null;
    }
    const { variant } = choice;
    const { quantity } = reading;
    if (parts.quantity !== null) setValue(parts.quantity, String(quantity));
    if (!isInStock(variant, quantity, inCartOf(variant))) {
      setMessage(outOfStock);
      return null;
    }
    setMissing([]);
    setMessage(null);
    return { variant, quantity };
  };

  const order = async (way: "cart" | "now", progress: Progress): Promise<void> => {
    if (progress.isBusy() || isAsking.current) return;
    const wanted = check();
    if (wanted === null) return;
    const asksFields = product.additionalFields.length > 0;
    if (asksFields) isAsking.current = true;
    else progress.begin();
    try {
      const buying = await loadBuying().catch(() => null);
      if (buying === null) {
        setMessage(textOf("common.offline"));
        progress.fail();
        return;
      }
      const additionalFields = asksFields
        ? await buying.askFields(product, wanted.variant, inCartOf(wanted.variant))
        : null;
      if (additionalFields === "sold-out") setMessage(outOfStock);
      if (asksFields && (additionalFields === null || additionalFields === "sold-out")) return;
      if (asksFields) progress.begin();
      const isPlan = product.isSubscribable || parts.purchases.some(isSubscription);
      await buying.buy(
        way === "cart" && isPlan ? "subscription" : way,
        { product, ...wanted, additionalFields },
        progress,
        store,
        context,
      );
    } finally {
      isAsking.current = false;
    }
  };

  const variant = choices === null ? null : variantOf(product, choices);
  return (
    <>
      <Existing
        element={form}
        novalidate
        onFocusin={() => void loadBuying().catch(() => undefined)}
        onSubmit={(event) => {
          if (parts.add === null) return;
          event.preventDefault();
          const isNow = parts.buyNow !== null && event.submitter === parts.buyNow;
          void (isNow ? order("now", leaving) : order("cart", adding));
        }}
      />
      {parts.selects.map((select) => {
        const isMissing = missing?.includes(optionOf(select));
        return <Existing key={optionOf(select)} element={select} aria-invalid={isMissing} onChange={choose} />;
      })}
      {parts.quantity === null ? null : (
        <Existing element={parts.quantity} aria-invalid={isQuantityWrong} onInput={askForInstallments} />
      )}
      {parts.purchases.map((choice) => (
        <Existing key={choice.value} element={choice} onChange={() => setSubscribes(isSubscription(choice))} />
      ))}
      {parts.message === null ? null : (
        <Existing element={parts.message}>
          {message === null ? null : (
            <p className="stoa-alert" data-kind="error">
              {message}
            </p>
          )}
        </Existing>
      )}
      <Prices form={form} variant={variant} {...own} />
      <Pictures form={form} pictures={product.pictures} shown={picture} onChoose={setPicture} />
      {ofScarcity === null ? null : <ofScarcity.Scarcity form={form} variant={variant} />}
      {ofInstallments === null || parts.installments === null ? null : (
        <ofInstallments.InstallmentLink
          link={parts.installments}
          itemId={product.id}
          choice={installments}
          isUnwanted={subscribes}
        />
      )}
      {parts.add === null ? null : (
        <AddButton
          button={parts.add}
          progress={adding}
          labels={addLabels}
          label={subscribes ? textOf("product.subscribe") : undefined}
        />
      )}
      {parts.buyNow === null ? null : (
        <AddButton button={parts.buyNow} progress={leaving} labels={leavingLabels} hidden={subscribes} />
      )}
    </>
  );
}

function isSubscription(choice: HTMLInputElement): boolean {
  return choice.checked && choice.value === "subscription";
}

/** The page holds the values of the controls, so that browsers can restore them. */
function setValue(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  control.value = value;
}

function complaintAbout(variant: ProductVariant | null): string | null {
  if (variant === null) return unavailable;
  return isInStock(variant, 1, 0) ? null : outOfStock;
}

const loadScarcity = () => import("./scarcity");

const loadInstallments = () => import("./installments");

/** What follows a complete choice. It is loaded when the visitor turns to the form. */
const loadBuying = () => import("./buying");

/** Lays the component over the server-rendered form. */
export const mountProductForm = island(function ProductFormIsland({ place }: IslandProps) {
  const [source] = useState(() => place.querySelector("[data-stoa-product]")?.textContent);
  const [product] = useState(() => (source === undefined ? null : readProduct(source)));
  return place instanceof HTMLFormElement && product !== null ? <ProductForm form={place} source={product} /> : null;
});

export default mountProductForm;
