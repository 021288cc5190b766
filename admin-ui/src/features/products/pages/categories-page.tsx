import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Add from "@mui/icons-material/Add";
import AccountTreeOutlined from "@mui/icons-material/AccountTreeOutlined";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { EmptyState } from "@/shared/ui/states";
import { useListCategoriesQuery, type Category } from "../categories-api";
import { treeOf } from "../category-tree";
import { CategoryDialog } from "../components/category-dialog";
import { CategoryTree } from "../components/category-tree";

export function CategoriesPage() {
  const website = useWebsite();
  const { collectionId = "" } = useParams();
  const store = { websiteId: website.id, collectionId };
  const mayChange = useMay("products", "write");
  const query = useListCategoriesQuery(store, { refetchOnMountOrArgChange: true });
  /** The category below which a new one is made; null for none being made. */
  const [adding, setAdding] = useState<{ parentId: string | null } | null>(null);
  const [edited, setEdited] = useState<Category | null>(null);
  const tree = useMemo(() => treeOf(query.data ?? []), [query.data]);
  const back = { to: `/sites/${website.id}/products?store=${collectionId}`, label: "All products" };
  if (query.data === undefined) return <PendingPage title="Categories" back={back} query={query} />;
  const add = (
    <Button variant="contained" startIcon={<Add />} onClick={() => setAdding({ parentId: null })}>
      Add a category
    </Button>
  );
  return (
    <Page
      title="Categories"
      back={back}
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={mayChange && tree.length > 0 && add}
    >
      <Paper variant="card">
        {tree.length === 0 ? (
          <EmptyState title="No categories yet" icon={<AccountTreeOutlined />} action={mayChange && add}>
            Shoppers narrow down the store by them. A product can be in several.
          </EmptyState>
        ) : (
          <CategoryTree
            store={store}
            tree={tree}
            editable={mayChange}
            onAdd={(parentId) => setAdding({ parentId })}
            onEdit={setEdited}
          />
        )}
      </Paper>
      {adding !== null && (
        <CategoryDialog
          store={store}
          categories={query.data}
          category={null}
          parentId={adding.parentId}
          onClose={() => setAdding(null)}
        />
      )}
      {edited !== null && (
        <CategoryDialog
          key={edited.id}
          store={store}
          categories={query.data}
          category={edited}
          parentId={edited.parentCategoryId ?? null}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
