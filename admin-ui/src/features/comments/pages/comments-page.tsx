import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import List from "@mui/material/List";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
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
  useChangeCommentStatesMutation,
  useListCommentsInfiniteQuery,
  type Comment,
  type CommentCounts,
  type CommentFilters,
  type CommentState,
} from "../api";
import { CommentCard } from "../components/comment-card";
import { stateLabels } from "../state-labels";

const folders = ["waiting", "approved", "flagged", "spam", "removed", "all"] as const;
type Folder = (typeof folders)[number];

const names: Readonly<Record<Folder, string>> = {
  waiting: "Awaiting approval",
  approved: "Approved",
  flagged: "Reported",
  spam: "Spam",
  removed: "Removed",
  all: "All",
};

const empty: Readonly<Record<Folder, [string, string]>> = {
  waiting: ["No comments to approve", "New comments appear here until you approve them."],
  approved: ["No comments yet", "Comments from visitors on your posts appear here."],
  flagged: ["No reported comments", "Comments that visitors report appear here for review."],
  spam: ["No spam", "Suspected spam appears here. You can restore anything that is not spam."],
  removed: ["No removed comments", "Comments that you remove stay here until you delete them permanently."],
  all: ["No comments yet", "Comments from visitors on your posts appear here."],
};

function filtersOf(folder: Folder, query: string): CommentFilters {
  const words = query === "" ? {} : { q: query };
  if (folder === "all") return words;
  if (folder === "flagged") return { ...words, flagged: true };
  return { ...words, state: folder.toUpperCase() as CommentState };
}

export function CommentsPage() {
  const website = useWebsite();
  const mayChange = usePermission("comments", "publish");
  const [asked, setFolder] = useSearchParam("folder");
  const folder = folders.find((name) => name === asked) ?? "waiting";
  const [query, setQuery] = useSearchParam("query");
  const list = useListCommentsInfiniteQuery(
    { websiteId: website.id, filters: filtersOf(folder, query) },
    { refetchOnMountOrArgChange: true },
  );
  const rows = list.data?.pages.flatMap((page) => page.comments);
  return (
    <Page
      title="Comments"
      description="Comments from visitors on your posts and pages."
      status={mayChange ? undefined : <ViewOnlyChip />}
    >
      <Stack sx={{ mb: 2 }}>
        <SearchField label="Search comments" value={query} onChange={setQuery} />
      </Stack>
      <Paper variant="card">
        <FolderTabs counts={list.data?.pages[0]?.counts} value={folder} onChange={(next) => setFolder(next === "waiting" ? "" : next)} />
        {rows === undefined && (list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <LoadingRows />)}
        {rows?.length === 0 && <Nothing folder={folder} query={query} />}
        {rows !== undefined && rows.length > 0 && <CommentList key={`${folder} ${query}`} rows={rows} mayChange={mayChange} />}
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
  counts: CommentCounts | undefined;
  value: Folder;
  onChange: (folder: Folder) => void;
}

function FolderTabs({ counts, value, onChange }: FolderTabsProps) {
  const label = (folder: Folder) => {
    const count = folder === "all" || folder === "approved" ? 0 : (counts?.[folder] ?? 0);
    return count === 0 ? names[folder] : `${names[folder]} (${String(count)})`;
  };
  return (
    <Tabs
      value={value}
      onChange={(_, next: Folder) => onChange(next)}
      aria-label="Folders"
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
  if (query !== "") return <EmptyState title="Nothing found">No comments match your search.</EmptyState>;
  const [title, text] = empty[folder];
  return (
    <EmptyState title={title} icon={<ForumOutlined />}>
      {text}
    </EmptyState>
  );
}

function CommentList({ rows, mayChange }: { rows: Comment[]; mayChange: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [change, { isLoading }] = useChangeCommentStatesMutation();
  const ids = rows.map(({ id }) => id).filter((id) => chosen.has(id));
  const move = async (moved: string[], state: CommentState) => {
    const outcome = await change({ websiteId: website.id, change: { ids: moved, state } });
    if (outcome.error !== undefined) return toast.error(errorText(outcome.error));
    setChosen(new Set());
    toast.success(`${formatCount(moved.length, "comment", "comments")} ${stateLabels[state].done}`);
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
          aria-label="Selected comments"
          sx={{ gap: 1, flexWrap: "wrap", alignItems: "center", px: 2, py: 1, borderBottom: 1, borderColor: "divider" }}
        >
          <Typography variant="body2">{formatCount(ids.length, "comment", "comments")} selected</Typography>
          {(["APPROVED", "WAITING", "SPAM", "REMOVED"] as const).map((state) => (
            <Button key={state} size="small" variant="outlined" color="inherit" disabled={isLoading} onClick={() => void move(ids, state)}>
              {stateLabels[state].action}
            </Button>
          ))}
        </Stack>
      )}
      <List disablePadding aria-label="Comments">
        {rows.map((comment) => (
          <CommentCard
            key={comment.id}
            comment={comment}
            siteUrl={website.url}
            chosen={mayChange ? chosen.has(comment.id) : null}
            onChoose={(isChosen) => choose(comment.id, isChosen)}
            onMove={(state) => void move([comment.id], state)}
          />
        ))}
      </List>
    </>
  );
}
