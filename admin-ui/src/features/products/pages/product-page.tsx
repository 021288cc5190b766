import { plural, t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import OpenInNew from "@mui/icons-material/OpenInNew";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DeleteAction } from "@/shared/ui/delete-action";
import { Page, ViewOnlyChip, type BackLink } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useToast } from "@/shared/ui/toast";
import {
  useDeleteProductMutation,
  useDuplicateProductMutation,
  useGetProductQuery,
  usePeekProductMutation,
  useUpdateProductMutation,
  type Product,
  type ProductRef,
} from "../api";
import { StatusChip } from "../components/status-chip";
import { DonationCard } from "../components/donation-card";
import { FilesCard } from "../components/files-card";
import { SubscriptionCard } from "../components/subscription-card";
import { ProductForm } from "../forms/product-form";
import { changeOf, formOf } from "../forms/product-form-state";
import { productTypes } from "../product-types";

export function ProductPage() {
  const website = useWebsite();
  const { collectionId = "", itemId = "" } = useParams();
  const reference = { websiteId: website.id, collectionId, itemId };
  // The form must start from the current state: saving an older copy would be refused.
  const query = useGetProductQuery(reference, { refetchOnMountOrArgChange: true });
  const { data: product, isFetching } = query;
  const back = { to: `/sites/${website.id}/products?store=${collectionId}`, label: t`All products` };
  if (product === undefined || isFetching) return <PendingPage title={t`Product`} back={back} query={query} />;
  return <LoadedProduct key={product.id} product={product} reference={reference} back={back} />;
}

const withFiles = { [productTypes.digital]: "download", [productTypes.paywall]: "lesson" } as const;

function isWithFiles(productType: number): productType is keyof typeof withFiles {
  return productType in withFiles;
}

/** Only shipped products and services can be subscribed to. */
function isSubscribable({ productType }: Product): boolean {
  return productType === productTypes.physical || productType === productTypes.service;
}

interface LoadedProductProps {
  product: Product;
  reference: ProductRef;
  back: BackLink;
}

function LoadedProduct({ product, reference, back }: LoadedProductProps) {
  const website = useWebsite();
  const toast = useToast();
  const navigate = useNavigate();
  const editable = usePermission("products", "write");
  const mayDelete = usePermission("products", "delete");
  const [update] = useUpdateProductMutation();
  const [remove] = useDeleteProductMutation();
  const [peek] = usePeekProductMutation();
  // After a save conflict the next save is based on the revision that was loaded since.
  const [looked, setLooked] = useState(0);
  return (
    <Page
      title={product.name}
      back={back}
      status={
        <>
          <StatusChip status={product.status} />
          <WishlistCount count={product.wishlistCount ?? 0} />
          {!editable && <ViewOnlyChip />}
        </>
      }
      actions={
        <>
          {product.visible && (
            <Button
              variant="outlined"
              color="inherit"
              endIcon={<OpenInNew />}
              href={new URL(product.fullUrl, website.url).href}
              target="_blank"
              rel="noreferrer"
            >
              {t`View in the shop`}
            </Button>
          )}
          {editable && <DuplicateButton reference={reference} />}
          {mayDelete && (
            <DeleteAction
              what={t`this product`}
              consequence={t`The product and its variants are deleted permanently. Existing orders keep the product details; it is removed from carts.`}
              onDelete={async () => {
                await remove(reference).unwrap();
                toast.success(t`Product deleted`);
                void navigate(back.to);
              }}
            />
          )}
        </>
      }
    >
      <ProductForm
        initial={formOf(product)}
        store={reference}
        itemId={product.id}
        productType={product.productType}
        currency={product.currency}
        editable={editable}
        onSave={async (form) => {
          const revision = Math.max(product.revision, looked);
          const saved = await update({ ...reference, change: { ...changeOf(form, product), revision } }).unwrap();
          toast.success(t`Product saved`);
          return formOf(saved);
        }}
        onCatchUp={async () => {
          const theirs = await peek(reference).unwrap();
          setLooked(theirs.revision);
          return formOf(theirs);
        }}
      />
      <Stack sx={{ gap: 2, mt: 2 }}>
        {isWithFiles(product.productType) && (
          <FilesCard product={reference} editable={editable} use={withFiles[product.productType]} />
        )}
        {isSubscribable(product) && <SubscriptionCard product={reference} editable={editable} />}
        {product.productType === productTypes.service && (
          <DonationCard product={reference} currency={product.currency} editable={editable} />
        )}
      </Stack>
    </Page>
  );
}

/** On how many customers' and guests' wishlists the product is. */
function WishlistCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Chip size="small" variant="outlined" label={plural(count, { one: "On 1 wishlist", other: "On # wishlists" })} />
  );
}

function DuplicateButton({ reference }: { reference: ProductRef }) {
  const navigate = useNavigate();
  const toast = useToast();
  const [duplicate] = useDuplicateProductMutation();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const copy = await duplicate(reference).unwrap();
      toast.success(t`Product copied`);
      void navigate(`/sites/${reference.websiteId}/products/${reference.collectionId}/${copy.id}`);
    } catch (failure) {
      toast.error(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outlined" color="inherit" loading={busy} onClick={() => void run()}>
      {t`Duplicate`}
    </Button>
  );
}
