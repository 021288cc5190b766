import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import LabelOutlined from "@mui/icons-material/LabelOutlined";
import NotesOutlined from "@mui/icons-material/NotesOutlined";
import StarOutlined from "@mui/icons-material/StarOutlined";
import { useMemo, useState } from "react";
import { Link, useParams } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatAge, formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListPagesQuery } from "../../api";
import { FailureSentence, PageStatus } from "../../components/page-status";
import {
  useListItemsInfiniteQuery,
  useListLabelsQuery,
  type ItemFilter,
  type ItemSort,
  type ItemSummary,
} from "../api";
import { ItemFilters } from "../components/item-filters";
import { NewItemDialog } from "../components/new-item-dialog";
import { OrderedItems } from "../components/ordered-items";
import { itemNounsOf, type ItemNouns } from "../item-nouns";

function Title({ item }: { item: ItemSummary }) {
  return (
    <>
      {item.title}
      {item.publishFailure && (
        <Typography variant="caption" color="error" component="p">
          <FailureSentence failure={item.publishFailure} />
        </Typography>
      )}
      {item.starred && (
        <StarOutlined
          aria-label={t`Starred`}
          fontSize="inherit"
          color="primary"
          sx={{ ml: 0.75, verticalAlign: "-0.1em" }}
        />
      )}
    </>
  );
}

function dateOf(item: ItemSummary): string {
  if (item.collectionType === "events") return item.startsOn == null ? t`No time yet` : formatMoment(item.startsOn);
  if (item.status === "scheduled") return formatMoment(item.publishOn ?? 0);
  return item.publishedOn == null ? "" : formatAge(item.publishedOn);
}

function columnsOf(isEvents: boolean): Column<ItemSummary>[] {
  return [
    { id: "title", header: t`Title`, main: true, cell: (item) => <Title item={item} /> },
    { id: "categories", header: t`Categories`, phone: "hidden", cell: (item) => item.categories.join(", ") },
    { id: "tags", header: t`Tags`, phone: "hidden", cell: (item) => item.tags.join(", ") },
    { id: "date", header: isEvents ? t`Begins` : t`Published`, cell: dateOf },
    { id: "status", header: t`Status`, phone: "end", cell: (item) => <PageStatus page={{ ...item, enabled: true }} /> },
  ];
}

/** The items of a blog, event calendar or portfolio. */
export function ItemsPage() {
  const website = useWebsite();
  const { collectionId = "" } = useParams();
  const mayChange = usePermission("content", "write");
  const pages = useListPagesQuery({ websiteId: website.id });
  const blog = pages.data?.find((page) => page.id === collectionId);
  const words = itemNounsOf(blog?.collectionType);
  const [making, setMaking] = useState(false);
  const create = mayChange && (
    <Button variant="contained" startIcon={<Add />} onClick={() => setMaking(true)}>
      {words.new}
    </Button>
  );
  return (
    <Page
      title={blog?.title ?? t`Items`}
      width="wide"
      back={{ to: `/sites/${website.id}/pages`, label: t`All pages` }}
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={
        <>
          <Button
            color="inherit"
            startIcon={<LabelOutlined />}
            component={Link}
            to={`/sites/${website.id}/collections/${collectionId}/labels`}
          >
            {t`Tags and categories`}
          </Button>
          {create}
        </>
      }
    >
      <ItemList collectionId={collectionId} words={words} create={create} />
      {making && <NewItemDialog collectionId={collectionId} words={words} onClose={() => setMaking(false)} />}
    </Page>
  );
}

interface ItemListProps {
  collectionId: string;
  words: ItemNouns;
  create: React.ReactNode;
}

function ItemList({ collectionId, words, create }: ItemListProps) {
  const website = useWebsite();
  const mayOrder = usePermission("content", "publish");
  const ref = { websiteId: website.id, collectionId };
  const [q, setQ] = useSearchParam("q");
  const [narrowed, setNarrowed] = useState<Omit<ItemFilter, "q">>({ status: "", tag: "", category: "" });
  const filter = { q, ...narrowed };
  const [sort, setSort] = useState<ItemSort>("");
  const labels = useListLabelsQuery(ref, { refetchOnMountOrArgChange: true });
  const list = useListItemsInfiniteQuery({ ...ref, filter, sort }, { refetchOnMountOrArgChange: true });
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data]);
  const isNarrowed = Object.values(filter).some((value) => value !== "");
  const isOrdered = mayOrder && !isNarrowed && words.one === "project";
  return (
    <>
      <ItemFilters
        several={words.several}
        filter={filter}
        sort={words.one === "project" ? null : sort}
        onSort={setSort}
        labels={labels.data}
        onChange={({ q: search, ...change }) => {
          if (search !== undefined) setQ(search);
          else setNarrowed({ ...narrowed, ...change });
        }}
      />
      <Paper variant="card">
        {list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : items === undefined ? (
          <LoadingRows />
        ) : items.length > 0 && isOrdered ? (
          <OrderedItems
            collectionId={collectionId}
            items={items}
            orderVersion={list.data?.pages[0]?.orderVersion ?? null}
          />
        ) : items.length > 0 ? (
          <DataTable
            label={words.several}
            rows={items}
            columns={columnsOf(words.one === "event")}
            keyOf={(item) => item.id}
            linkTo={(item) => `/sites/${website.id}/items/${item.id}`}
            hasMore={list.hasNextPage}
            loadingMore={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        ) : isNarrowed ? (
          <EmptyState
            title={t`No ${{ several: words.several }} found`}
          >{t`Try a different search or other filters.`}</EmptyState>
        ) : (
          <EmptyState title={t`No ${{ several: words.several }} yet`} icon={<NotesOutlined />} action={create}>
            {t`Add the first one. Visitors see it once you publish it.`}
          </EmptyState>
        )}
      </Paper>
    </>
  );
}
