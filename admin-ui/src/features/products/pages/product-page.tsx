import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import OpenInNew from "@mui/icons-material/OpenInNew";
import { useParams } from "react-router";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useGetProductQuery } from "../api";
import { ProductForm } from "../forms/product-form";

export function ProductPage() {
  const website = useWebsite();
  const { collectionId = "", itemId = "" } = useParams();
  const reference = { websiteId: website.id, collectionId, itemId };
  const editable = useMay("products", "write");
  // A form must start from what is true now: an older copy would be refused when saved.
  const query = useGetProductQuery(reference, { refetchOnMountOrArgChange: true });
  const { data: product, isFetching } = query;
  const back = { to: `/sites/${website.id}/products`, label: "All products" };
  if (product === undefined || isFetching) return <PendingPage title="Product" back={back} query={query} />;
  return (
    <Page
      title={product.name}
      back={back}
      status={
        <>
          {!product.visible && <Chip size="small" variant="soft" label="Hidden" />}
          {!editable && <ViewOnlyChip />}
        </>
      }
      actions={
        product.visible && (
          <Button
            variant="outlined"
            color="inherit"
            endIcon={<OpenInNew />}
            href={new URL(product.fullUrl, website.url).href}
            target="_blank"
            rel="noreferrer"
          >
            View in the shop
          </Button>
        )
      }
    >
      <ProductForm key={product.id} reference={reference} product={product} editable={editable} />
    </Page>
  );
}
