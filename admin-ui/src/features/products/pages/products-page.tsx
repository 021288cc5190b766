import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Add from "@mui/icons-material/Add";
import SellOutlined from "@mui/icons-material/SellOutlined";
import { useState } from "react";
import { Link, Navigate } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListCollectionsQuery, type Collection } from "../api";
import { ProductList } from "../components/product-list";
import { OpenStoreDialog } from "../store-creation/open-store-dialog";

/** URL value for all stores. */
const everyStore = "all";

export function ProductsPage() {
  const website = useWebsite();
  const mayChange = usePermission("products", "write");
  const collections = useListCollectionsQuery({ websiteId: website.id });
  const [chosen, setChosen] = useSearchParam("store");
  // Other screens link here to create a store.
  const [asked, setAsked] = useSearchParam("open");
  const [wanted, setOpening] = useState(false);
  const opening = wanted || (mayChange && asked === "store" && chosen === "");
  const stores = collections.data ?? [];
  const collection = stores.find(({ id }) => id === chosen) ?? stores[0];
  const isEvery = chosen === everyStore && stores.length > 1;
  // Other screens link here to add a product; that needs a store.
  const [making] = useSearchParam("new");
  if (making === "product" && mayChange && collection !== undefined) {
    return <Navigate to={`/sites/${website.id}/products/${collection.id}/new`} replace />;
  }
  return (
    <Page
      title={t`Products`}
      width="wide"
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={
        collection !== undefined && (
          <Actions collection={isEvery ? null : collection} onOpenStore={() => setOpening(true)} />
        )
      }
    >
      {collections.data === undefined ? (
        <Paper variant="card">
          {collections.isError ? (
            <ErrorState error={collections.error} onRetry={() => void collections.refetch()} />
          ) : (
            <LoadingRows />
          )}
        </Paper>
      ) : collection === undefined ? (
        <Paper variant="card">
          <EmptyState
            title={t`No store page yet`}
            icon={<SellOutlined />}
            action={
              mayChange && (
                <Button variant="contained" onClick={() => setOpening(true)}>
                  {t`Create a store`}
                </Button>
              )
            }
          >
            {t`Products are sold on a store page. This site has none yet.`}
          </EmptyState>
        </Paper>
      ) : (
        <>
          {stores.length > 1 && (
            <Stack sx={{ mb: 2 }}>
              <TextField
                select
                label={t`Store page`}
                value={isEvery ? everyStore : collection.id}
                onChange={(event) => setChosen(event.target.value)}
                sx={{ maxWidth: { sm: 220 } }}
              >
                <MenuItem value={everyStore}>{t`All store pages`}</MenuItem>
                {stores.map(({ id, title }) => (
                  <MenuItem key={id} value={id}>
                    {title}
                  </MenuItem>
                ))}
              </TextField>
            </Stack>
          )}
          {isEvery ? (
            <ProductList key={everyStore} collection={null} stores={stores} />
          ) : (
            <ProductList key={collection.id} collection={collection} stores={stores} />
          )}
        </>
      )}
      {opening && collections.data !== undefined && (
        <OpenStoreDialog
          stores={stores}
          onClose={() => {
            setOpening(false);
            setAsked("");
          }}
          onOpened={(id) => {
            setOpening(false);
            setChosen(id);
          }}
        />
      )}
    </Page>
  );
}

interface ActionsProps {
  /** The store shown; null for all. */
  collection: Collection | null;
  onOpenStore: () => void;
}

function Actions({ collection, onOpenStore }: ActionsProps) {
  const mayChange = usePermission("products", "write");
  return (
    <>
      {mayChange && (
        <Button variant="outlined" color="inherit" onClick={onOpenStore}>
          {t`Create another store`}
        </Button>
      )}
      {collection !== null && <StoreActions collection={collection} />}
    </>
  );
}

function StoreActions({ collection }: { collection: Collection }) {
  const website = useWebsite();
  const mayChange = usePermission("products", "write");
  const base = `/sites/${website.id}/products/${collection.id}`;
  const full = collection.productCount >= collection.productLimit;
  return (
    <>
      <Button variant="outlined" color="inherit" component={Link} to={`${base}/categories`}>
        {t`Categories`}
      </Button>
      <Button variant="outlined" color="inherit" component={Link} to={`${base}/list`}>
        {t`Product order`}
      </Button>
      {mayChange && (
        <Button variant="outlined" color="inherit" component={Link} to={`${base}/import`}>
          {t`Import products`}
        </Button>
      )}
      {mayChange && (
        <Tooltip
          title={full ? t`A store page can hold at most ${{ productLimit: collection.productLimit }} products.` : ""}
        >
          <span>
            <Button variant="contained" startIcon={<Add />} component={Link} to={`${base}/new`} disabled={full}>
              {t`Add product`}
            </Button>
          </span>
        </Tooltip>
      )}
    </>
  );
}
