import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Add from "@mui/icons-material/Add";
import SellOutlined from "@mui/icons-material/SellOutlined";
import { useState } from "react";
import { Link } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListCollectionsQuery, type Collection } from "../api";
import { ProductList } from "../components/product-list";
import { OpenStoreDialog } from "../store-creation/open-store-dialog";

/** Stands in the address for all stores. */
const everyStore = "all";

export function ProductsPage() {
  const website = useWebsite();
  const mayChange = useMay("products", "write");
  const collections = useListCollectionsQuery({ websiteId: website.id });
  const [chosen, setChosen] = useSearchParam("store");
  // Another screen may have sent somebody here to open a store.
  const [asked, setAsked] = useSearchParam("open");
  const [wanted, setOpening] = useState(false);
  const opening = wanted || (mayChange && asked === "store" && chosen === "");
  const stores = collections.data ?? [];
  const collection = stores.find(({ id }) => id === chosen) ?? stores[0];
  const isEvery = chosen === everyStore && stores.length > 1;
  return (
    <Page
      title="Products"
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
            title="No store page yet"
            icon={<SellOutlined />}
            action={
              mayChange && (
                <Button variant="contained" onClick={() => setOpening(true)}>
                  Open a store
                </Button>
              )
            }
          >
            Products live on a store page. This site has none.
          </EmptyState>
        </Paper>
      ) : (
        <>
          {stores.length > 1 && (
            <Stack sx={{ mb: 2 }}>
              <TextField
                select
                label="Store page"
                value={isEvery ? everyStore : collection.id}
                onChange={(event) => setChosen(event.target.value)}
                sx={{ maxWidth: { sm: 220 } }}
              >
                <MenuItem value={everyStore}>All store pages</MenuItem>
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
  /** The store that is shown; null for all of them. */
  collection: Collection | null;
  onOpenStore: () => void;
}

function Actions({ collection, onOpenStore }: ActionsProps) {
  const mayChange = useMay("products", "write");
  return (
    <>
      {mayChange && (
        <Button variant="outlined" color="inherit" onClick={onOpenStore}>
          Open another store
        </Button>
      )}
      {collection !== null && <StoreActions collection={collection} />}
    </>
  );
}

function StoreActions({ collection }: { collection: Collection }) {
  const website = useWebsite();
  const mayChange = useMay("products", "write");
  const base = `/sites/${website.id}/products/${collection.id}`;
  const full = collection.productCount >= collection.productLimit;
  return (
    <>
      <Button variant="outlined" color="inherit" component={Link} to={`${base}/categories`}>
        Categories
      </Button>
      <Button variant="outlined" color="inherit" component={Link} to={`${base}/list`}>
        Shop list
      </Button>
      {mayChange && (
        <Tooltip title={full ? `A store page can hold at most ${collection.productLimit} products.` : ""}>
          <span>
            <Button variant="contained" startIcon={<Add />} component={Link} to={`${base}/new`} disabled={full}>
              Add a product
            </Button>
          </span>
        </Tooltip>
      )}
    </>
  );
}
