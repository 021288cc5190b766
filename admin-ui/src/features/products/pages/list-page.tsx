import { t } from "@lingui/core/macro";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import SellOutlined from "@mui/icons-material/SellOutlined";
import { useParams } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useGetStoreSettingsQuery } from "@/shared/store-settings/api";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { EmptyState } from "@/shared/ui/states";
import { useListProductsInfiniteQuery } from "../api";
import { OrderedProducts } from "../components/ordered-products";
import { ListForm } from "../forms/list-form";

/** Product order and page size of a store. */
export function ListPage() {
  const website = useWebsite();
  const { collectionId = "" } = useParams();
  const store = { websiteId: website.id, collectionId };
  const mayArrange = usePermission("products", "write");
  const maySeeSettings = usePermission("discounts-tax-shipping", "read");
  const mayChangeSettings = usePermission("discounts-tax-shipping", "write");
  const list = useListProductsInfiniteQuery({ ...store, filter: {} }, { refetchOnMountOrArgChange: true });
  const settings = useGetStoreSettingsQuery({ websiteId: website.id }, { skip: !maySeeSettings });
  const back = { to: `/sites/${website.id}/products?store=${collectionId}`, label: t`All products` };
  if (list.data === undefined) return <PendingPage title={t`Product order`} back={back} query={list} />;
  const products = list.data.pages.flatMap((page) => page.items);
  return (
    <Page
      title={t`Product order`}
      back={back}
      width="narrow"
      status={mayArrange ? undefined : <ViewOnlyChip />}
      description={t`The order in which customers see your products. Drag them, or use the arrows.`}
    >
      <Stack sx={{ gap: 2 }}>
        {settings.data !== undefined && <ListForm settings={settings.data} editable={mayChangeSettings} />}
        <Paper variant="card">
          {products.length === 0 ? (
            <EmptyState title={t`No products yet`} icon={<SellOutlined />}>
              {t`Add products to arrange their order.`}
            </EmptyState>
          ) : (
            <OrderedProducts
              store={store}
              products={products}
              editable={mayArrange}
              onMore={list.hasNextPage ? () => void list.fetchNextPage() : null}
            />
          )}
        </Paper>
      </Stack>
    </Page>
  );
}
