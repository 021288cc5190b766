import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import StarBorderOutlined from "@mui/icons-material/StarBorderOutlined";
import { useState } from "react";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { errorText } from "@/shared/i18n/error-text";
import { formatCount } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useChangeReviewStatesMutation,
  useListProductReviewsInfiniteQuery,
  type ProductReview,
  type ReviewCounts,
  type ReviewFilters,
  type ReviewState,
} from "../api";
import { ReviewCard } from "../components/review-card";
import { stateLabels } from "../state-labels";

const folders = ["awaiting", "published", "rejected", "all"] as const;
type Folder = (typeof folders)[number];

const names: Readonly<Record<Folder, string>> = {
  awaiting: "Awaiting",
  published: "Published",
  rejected: "Rejected",
  all: "All",
};

const empty: Readonly<Record<Folder, [string, string]>> = {
  awaiting: ["No reviews awaiting approval", "New reviews appear here until you publish or reject them."],
  published: ["No reviews yet", "Reviews that you publish are shown with their products and listed here."],
  rejected: ["No rejected reviews", "Reviews that you reject are listed here. You can still publish them."],
  all: ["No reviews yet", "Customers can review what they bought through a link on their order page. Under Checkout, you can turn on e-mails that ask for reviews."],
};

function filtersOf(folder: Folder, query: string): ReviewFilters {
  const words = query === "" ? {} : { q: query };
  return folder === "all" ? words : { ...words, state: folder.toUpperCase() as ReviewState };
}

export function ReviewsPage() {
  const website = useWebsite();
  const mayChange = usePermission("products", "publish");
  const [asked, setFolder] = useSearchParam("folder");
  const folder = folders.find((name) => name === asked) ?? "awaiting";
  const [query, setQuery] = useSearchParam("query");
  const list = useListProductReviewsInfiniteQuery(
    { websiteId: website.id, filters: filtersOf(folder, query) },
    { refetchOnMountOrArgChange: true },
  );
  const rows = list.data?.pages.flatMap((page) => page.reviews);
  return (
    <Page
      title="Reviews"
      description="What customers say about the products they bought."
      status={mayChange ? undefined : <ViewOnlyChip />}
    >
      <Stack sx={{ mb: 2 }}>
        <SearchField label="Search reviews" value={query} onChange={setQuery} />
      </Stack>
      <Paper variant="card">
        <FolderTabs counts={list.data?.pages[0]?.counts} value={folder} onChange={(next) => setFolder(next === "awaiting" ? "" : next)} />
        {rows === undefined && (list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <LoadingRows />)}
        {rows?.length === 0 && <Nothing folder={folder} query={query} />}
        {rows !== undefined && rows.length > 0 && <ReviewList key={`${folder} ${query}`} rows={rows} mayChange={mayChange} />}
        {list.hasNextPage && (
          <Box sx={{ p: 2, textAlign: "center" }}>
            <Button variant="outlined" color="inherit" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show more
            </Button>
          </Box>
        )}
      </Paper>
    </Page>
  );
}

interface FolderTabsProps {
  counts: ReviewCounts | undefined;
  value: Folder;
  onChange: (folder: Folder) => void;
}

function FolderTabs({ counts, value, onChange }: FolderTabsProps) {
  const label = (folder: Folder) => {
    const count = folder === "all" ? 0 : (counts?.[folder] ?? 0);
    return count === 0 ? names[folder] : `${names[folder]} (${String(count)})`;
  };
  return (
    <Tabs
      value={value}
      onChange={(_, next: Folder) => onChange(next)}
      aria-label="Review status"
      variant="scrollable"
      allowScrollButtonsMobile
      sx={{ borderBottom: 1, borderColor: "divider", px: 1 }}
    >
      {folders.map((folder) => (
        <Tab key={folder} value={folder} label={label(folder)} />
      ))}
    </Tabs>
  );
}

function Nothing({ folder, query }: { folder: Folder; query: string }) {
  if (query !== "") return <EmptyState title="No reviews found">Try a different search.</EmptyState>;
  const [title, text] = empty[folder];
  return (
    <EmptyState title={title} icon={<StarBorderOutlined />}>
      {text}
    </EmptyState>
  );
}

function ReviewList({ rows, mayChange }: { rows: ProductReview[]; mayChange: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [change, { isLoading }] = useChangeReviewStatesMutation();
  const ids = rows.map(({ id }) => id).filter((id) => chosen.has(id));
  const move = async (moved: string[], state: ReviewState) => {
    const outcome = await change({ websiteId: website.id, change: { ids: moved, state } });
    if (outcome.error !== undefined) return toast.error(errorText(outcome.error));
    setChosen(new Set());
    toast.success(`${formatCount(moved.length, "review", "reviews")} ${stateLabels[state].done}`);
  };
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <>
      {ids.length > 0 && (
        <Stack
          direction="row"
          role="toolbar"
          aria-label="Selected reviews"
          sx={{ gap: 1, flexWrap: "wrap", alignItems: "center", px: 2, py: 1, borderBottom: 1, borderColor: "divider" }}
        >
          <Typography variant="body2">{formatCount(ids.length, "review", "reviews")} selected</Typography>
          {(["PUBLISHED", "REJECTED", "AWAITING"] as const).map((state) => (
            <Button key={state} size="small" variant="outlined" color="inherit" disabled={isLoading} onClick={() => void move(ids, state)}>
              {stateLabels[state].action}
            </Button>
          ))}
        </Stack>
      )}
      <List disablePadding aria-label="Reviews">
        {rows.map((review) => (
          <ReviewCard
            key={review.id}
            review={review}
            chosen={mayChange ? chosen.has(review.id) : null}
            onChoose={(isChosen) => choose(review.id, isChosen)}
            onMove={(state) => void move([review.id], state)}
          />
        ))}
      </List>
    </>
  );
}
