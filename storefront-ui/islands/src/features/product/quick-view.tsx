import { useLayoutEffect, useRef, useState } from "react";
import { tellVisit } from "@/shared/page/visitor-event";
import { CloseButton, Modal, openDialog } from "@/shared/react/dialog";
import { findProduct } from "@/shared/shop/product-page";
import { textOf } from "@/shared/text/messages";

const parts = { gallery: "[data-product-gallery]", restock: ".stoa-restock" };
let made = 0;

/** The parts of a product page needed to buy it; null if it is not that page. */
interface ProductParts {
  title: string;
  excerpt: string;
  gallery: Element | null;
  form: Element;
  restock: Element | null;
}

async function partsOf(address: string, itemId: string): Promise<ProductParts | null> {
  const found = await findProduct(address, itemId);
  if (found === null) return null;
  const { page, form, product } = found;
  const restock = [...page.querySelectorAll<HTMLElement>(parts.restock)].find(
    (place) => place.dataset.itemId === itemId,
  );
  const gallery = form.closest("article")?.querySelector(parts.gallery) ?? page.querySelector(parts.gallery);
  return { title: product.title, excerpt: product.excerpt, form, restock: restock ?? null, gallery };
}

interface ProductDetailsProps {
  product: ProductParts;
  address: string;
  titleId: string;
}

/** The product, with the images, form and sign-up of its own page, which the theme rendered. */
function ProductDetails({ product, address, titleId }: ProductDetailsProps) {
  const { title, excerpt, gallery, form, restock } = product;
  const text = useRef<HTMLDivElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (gallery !== null) text.current?.before(gallery);
    link.current?.before(form, ...(restock === null ? [] : [restock]));
  }, [gallery, form, restock]);
  return (
    <div ref={text} className="stoa-quick-view__text">
      <h2 className="stoa-dialog__title" id={titleId}>
        {title}
      </h2>
      {excerpt === "" ? null : <p className="stoa-quick-view__excerpt">{excerpt}</p>}
      <a ref={link} className="stoa-more" href={address}>
        {textOf("quickView.details")}
        <span className="stoa-hidden">: {title}</span>
      </a>
    </div>
  );
}

type MountIn = (place: HTMLElement) => Promise<void>;

interface QuickViewProps {
  address: string;
  itemId: string;
  /** Null if it could not be loaded. */
  finding: Promise<ProductParts | null>;
  titleId: string;
  /** Mounts the islands of the product. */
  enliven: MountIn;
  /** Called when it is closed: by the visitor, or because the product could not be shown. */
  onClose: (isShown: boolean) => void;
}

function QuickView({ address, itemId, finding, titleId, enliven, onClose }: QuickViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isFailed = useRef(false);
  const [product, setProduct] = useState<ProductParts | null>(null);

  useLayoutEffect(() => {
    const fail = (): void => {
      isFailed.current = true;
      dialog.current?.close();
    };
    void finding.then((found) => {
      if (dialog.current?.open !== true) return;
      if (found === null) fail();
      else setProduct(found);
    });
    // oxlint-disable-next-line exhaustive-deps -- it is loaded once
  }, []);

  useLayoutEffect(() => {
    const shown = dialog.current;
    if (product === null || shown === null) return;
    tellVisit("quick_view", { itemId });
    enliven(shown).catch(() => {
      isFailed.current = true;
      shown.close();
    });
    // oxlint-disable-next-line exhaustive-deps -- once, when it is there
  }, [product]);

  const open = (opened: HTMLDialogElement): HTMLElement | null => {
    dialog.current = opened;
    return opened.querySelector("button");
  };

  return (
    <Modal
      className="stoa-dialog stoa-quick-view"
      aria-label={product === null ? textOf("quickView.label") : undefined}
      aria-labelledby={product === null ? undefined : titleId}
      onOpen={open}
      onClose={() => onClose(!isFailed.current)}
    >
      <CloseButton />
      <article className="stoa-quick-view__parts" aria-busy={product === null ? true : undefined}>
        {product === null ? (
          <p className="stoa-quick-view__wait" role="status">
            {textOf("quickView.loading")}
          </p>
        ) : (
          <ProductDetails product={product} address={address} titleId={titleId} />
        )}
      </article>
    </Modal>
  );
}

/**
 * Opens a product in a dialog: its images and form, as the theme renders them on the product's own page. Resolves when
 * it is closed. If it could not be shown, the promise rejects, and the link is followed.
 */
export async function openQuickView(opener: HTMLAnchorElement, enliven: MountIn): Promise<void> {
  made += 1;
  const itemId = opener.dataset.stoaQuickView ?? "";
  const shared = {
    address: opener.href,
    itemId,
    finding: partsOf(opener.href, itemId).catch(() => null),
    titleId: `stoa-quick-view-title-${String(made)}`,
    enliven,
  };
  const isShown = await openDialog<boolean>((onClose) => <QuickView {...shared} onClose={onClose} />);
  if (!isShown) throw new Error(`${shared.address} is not the page of a product`);
}
