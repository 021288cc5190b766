import { t } from "@lingui/core/macro";
import type { Difference } from "@/shared/form/differences-dialog";
import type { ProductForm } from "./product-form-state";
import { labelOf, type VariantForm } from "./variant-matrix";

/** Names of images, categories and products by id. */
type NameOf = (id: string) => string;

interface Part {
  key: string;
  label: string;
  /** The value for comparison. */
  value: (form: ProductForm) => unknown;
  /** The value as text. */
  text: (form: ProductForm) => string;
  /** The first form with this part of the second. */
  put: (into: ProductForm, from: ProductForm) => ProductForm;
}

/** Maximum length of a text shown for a field. */
const maxLength = 300;

const onOff = (on: boolean) => (on ? t`Yes` : t`No`);
const shortened = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
const plain = (html: string) => new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";

type Key = keyof ProductForm;

/** Fields of the form that are compared and merged together. */
function part(label: string, keys: readonly Key[], text: (form: ProductForm) => string): Part {
  return {
    key: keys.join(),
    label,
    value: (form) => keys.map((key) => form[key]),
    text: (form) => shortened(text(form)),
    put: (into, from) => ({ ...into, ...Object.fromEntries(keys.map((key) => [key, from[key]])) }),
  };
}

function parts(nameOf: NameOf): Part[] {
  return [
    part(t`Name`, ["name"], ({ name }) => name),
    part(t`Short description`, ["excerpt"], ({ excerpt }) => plain(excerpt)),
    part(t`Description`, ["description"], ({ description }) => plain(description)),
    part(t`Images`, ["images"], ({ images }) =>
      images.map(({ altText, url }) => altText || url.split("/").at(-1) || url).join("\n"),
    ),
    part(t`Publication`, ["status", "publishOn"], ({ status, publishOn }) => `${status} ${publishOn}`.trim()),
    part(t`Categories`, ["categories"], ({ categories }) => categories.map(nameOf).join(", ")),
    part(t`Tags`, ["tags"], ({ tags }) => tags),
    part(t`Related products`, ["related"], ({ related }) => related.map(nameOf).join(", ")),
    part(t`Charge tax`, ["taxable"], ({ taxable }) => onOff(taxable)),
    part(t`Text on the button`, ["useCustomAddButtonText", "customAddButtonText"], (form) =>
      form.useCustomAddButtonText ? form.customAddButtonText : "",
    ),
    part(t`Text when sold out`, ["customSoldOutText"], ({ customSoldOutText }) => customSoldOutText),
    part(t`Show when stock is low`, ["scarcityEnabled", "scarcityText", "scarcityShownByDefault"], (form) =>
      form.scarcityEnabled ? form.scarcityText || t`Yes` : t`No`,
    ),
    part(t`Title for search engines`, ["seoTitle"], ({ seoTitle }) => seoTitle),
    part(t`Description for search engines`, ["seoDescription"], ({ seoDescription }) => seoDescription),
    part(t`Hide from search engines`, ["noIndex"], ({ noIndex }) => onOff(noIndex)),
    part(t`Social sharing image`, ["shareImageId"], ({ shareImageId }) =>
      shareImageId === "" ? t`The main one` : shareImageId,
    ),
    part(t`Address`, ["urlId"], ({ urlId }) => urlId),
    part(t`Questions before adding to the cart`, ["additionalFields"], ({ additionalFields }) =>
      additionalFields.map(({ title }) => title).join("\n"),
    ),
  ];
}

const variantFields: { label: string; keys: readonly (keyof VariantForm)[]; text: (row: VariantForm) => string }[] = [
  {
    get label() {
      return t`Price`;
    },
    keys: ["price"],
    text: ({ price }) => price,
  },
  {
    get label() {
      return t`Sale price`;
    },
    keys: ["salePrice"],
    text: ({ salePrice }) => salePrice,
  },
  {
    get label() {
      return t`On sale`;
    },
    keys: ["onSale"],
    text: ({ onSale }) => onOff(onSale),
  },
  {
    get label() {
      return t`SKU`;
    },
    keys: ["sku"],
    text: ({ sku }) => sku,
  },
  {
    get label() {
      return t`Stock`;
    },
    keys: ["unlimited", "stock"],
    text: ({ unlimited, stock }) => (unlimited ? t`Not tracked` : stock),
  },
  {
    get label() {
      return t`Weight in grams`;
    },
    keys: ["weight"],
    text: ({ weight }) => weight,
  },
  {
    get label() {
      return t`Image`;
    },
    keys: ["mainImageId"],
    text: ({ mainImageId }) => (mainImageId === "" ? t`The first one` : mainImageId),
  },
];

const idsOf = ({ variants }: ProductForm) => variants.map(({ variantId }) => variantId);
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The whole table as one part, if the rows differ. */
const table = (): Part =>
  part(t`Options and variants`, ["options", "variants"], ({ variants }) =>
    variants.map((row) => labelOf(row) || t`One variant`).join("\n"),
  );

/** Each field of each row as a part, if the rows are the same. */
function rowParts(form: ProductForm): Part[] {
  return form.variants.flatMap((row, at) =>
    variantFields.map(({ label, keys, text }) => ({
      key: `${row.variantId}.${label}`,
      label: labelOf(row) === "" ? label : `${labelOf(row)}: ${label}`,
      value: ({ variants }: ProductForm) => keys.map((key) => variants[at]?.[key]),
      text: ({ variants }: ProductForm) => (variants[at] === undefined ? "" : text(variants[at])),
      put: (into: ProductForm, from: ProductForm) => ({
        ...into,
        variants: into.variants.map((own, index) =>
          index === at ? { ...own, ...Object.fromEntries(keys.map((key) => [key, from.variants[at]?.[key]])) } : own,
        ),
      }),
    })),
  );
}

function partsOf(mine: ProductForm, theirs: ProductForm, nameOf: NameOf): Part[] {
  const sameRows = same(idsOf(mine), idsOf(theirs)) && same(mine.options, theirs.options);
  return [...parts(nameOf), ...(sameRows ? rowParts(theirs) : [table()])];
}

/**
 * Three-way comparison of the local form with what another user saved. Fields unchanged here default to theirs, changed
 * ones to ours.
 */
export function differencesOf(base: ProductForm, mine: ProductForm, theirs: ProductForm, nameOf: NameOf): Difference[] {
  return partsOf(mine, theirs, nameOf)
    .filter(({ value }) => !same(value(mine), value(theirs)))
    .map(({ key, label, value, text }) => ({
      key,
      label,
      mine: text(mine),
      theirs: text(theirs),
      usual: same(value(base), value(mine)) ? "theirs" : "mine",
    }));
}

/** The saved version of the other user with the chosen local parts. */
export function merged(mine: ProductForm, theirs: ProductForm, kept: ReadonlySet<string>): ProductForm {
  const chosen = partsOf(mine, theirs, (id) => id).filter(({ key }) => kept.has(key));
  const result = chosen.reduce((form, { put }) => put(form, mine), theirs);
  // The user has seen the current stock by now.
  const seen = new Map(theirs.variants.map((row) => [row.variantId, row.seen]));
  const variants = result.variants.map((row) => ({ ...row, seen: seen.get(row.variantId) ?? null }));
  // A row that the other user removed is created again.
  return { ...result, variants: variants.map((row) => (seen.has(row.variantId) ? row : { ...row, variantId: "" })) };
}
