import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Tooltip from "@mui/material/Tooltip";
import Add from "@mui/icons-material/Add";
import AccountTreeOutlined from "@mui/icons-material/AccountTreeOutlined";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState } from "@/shared/ui/states";
import { useListCategoriesQuery, type Category } from "../categories-api";
import { treeOf } from "../category-tree";
import { CategoryDialog } from "../components/category-dialog";
import { CategoryTree } from "../components/category-tree";
import { CategorySearchResults } from "../components/category-search-results";

/** Maximum number of categories of a store. */
const maxCategories = 10_000;

export function CategoriesPage() {
  const website = useWebsite();
  const { collectionId = "" } = useParams();
  const store = { websiteId: website.id, collectionId };
  const mayChange = usePermission("products", "write");
  const query = useListCategoriesQuery(store, { refetchOnMountOrArgChange: true });
  /** Parent of a category being added; null while the dialog is closed. */
  const [adding, setAdding] = useState<{ parentId: string | null } | null>(null);
  const [edited, setEdited] = useState<Category | null>(null);
  const [search, setSearch] = useState("");
  const tree = useMemo(() => treeOf(query.data ?? []), [query.data]);
  const back = { to: `/sites/${website.id}/products?store=${collectionId}`, label: t`All products` };
  if (query.data === undefined) return <PendingPage title={t`Categories`} back={back} query={query} />;
  const root = query.data.find(({ type }) => type === "ROOT");
  const full = query.data.length >= maxCategories;
  const add = (
    <Tooltip title={full ? t`You have reached the limit of 10,000 categories.` : ""}>
      <span>
        <Button variant="contained" startIcon={<Add />} disabled={full} onClick={() => setAdding({ parentId: null })}>
          {t`Add category`}
        </Button>
      </span>
    </Tooltip>
  );
  return (
    <Page
      title={t`Categories`}
      back={back}
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={
        mayChange &&
        tree.length > 0 && (
          <>
            {root !== undefined && (
              <Button variant="outlined" color="inherit" onClick={() => setEdited(root)}>
                {t`Rename “${{ displayName: root.displayName }}”`}
              </Button>
            )}
            {add}
          </>
        )
      }
    >
      {tree.length > 0 && (
        <Box sx={{ mb: 2, maxWidth: 420 }}>
          <SearchField label={t`Search categories`} value={search} onChange={setSearch} />
        </Box>
      )}
      <Paper variant="card">
        {tree.length === 0 ? (
          <EmptyState title={t`No categories yet`} icon={<AccountTreeOutlined />} action={mayChange && add}>
            {t`Customers filter the store by category. A product can be in several categories.`}
          </EmptyState>
        ) : search.trim() !== "" ? (
          <CategorySearchResults categories={query.data} text={search} onEdit={mayChange ? setEdited : null} />
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
