import ForumOutlined from "@mui/icons-material/ForumOutlined";
import { useModerationFilters, type ModerationFolder } from "@/shared/moderation/moderation-filters";
import { ModerationPage } from "@/shared/moderation/moderation-page";
import { useWebsite } from "@/shared/session/hooks";
import {
  useChangeCommentStatesMutation,
  useListCommentsInfiniteQuery,
  type CommentFilters,
  type CommentState,
} from "../api";
import { CommentCard } from "../components/comment-card";
import { stateLabels } from "../state-labels";

type Folder = "waiting" | "approved" | "flagged" | "spam" | "removed" | "all";

const folders: [ModerationFolder<Folder>, ...ModerationFolder<Folder>[]] = [
  {
    id: "waiting",
    name: "Awaiting approval",
    isCounted: true,
    emptyTitle: "No comments to approve",
    emptyText: "New comments appear here until you approve them.",
  },
  {
    id: "approved",
    name: "Approved",
    isCounted: false,
    emptyTitle: "No comments yet",
    emptyText: "Comments from visitors on your posts appear here.",
  },
  {
    id: "flagged",
    name: "Reported",
    isCounted: true,
    emptyTitle: "No reported comments",
    emptyText: "Comments that visitors report appear here for review.",
  },
  {
    id: "spam",
    name: "Spam",
    isCounted: true,
    emptyTitle: "No spam",
    emptyText: "Suspected spam appears here. You can restore anything that is not spam.",
  },
  {
    id: "removed",
    name: "Removed",
    isCounted: true,
    emptyTitle: "No removed comments",
    emptyText: "Comments that you remove stay here until you delete them permanently.",
  },
  {
    id: "all",
    name: "All",
    isCounted: false,
    emptyTitle: "No comments yet",
    emptyText: "Comments from visitors on your posts appear here.",
  },
];

function filtersOf(folder: Folder, query: string): CommentFilters {
  const words = query === "" ? {} : { q: query };
  if (folder === "all") return words;
  if (folder === "flagged") return { ...words, flagged: true };
  return { ...words, state: folder.toUpperCase() as CommentState };
}

export function CommentsPage() {
  const website = useWebsite();
  const filters = useModerationFilters(folders);
  const list = useListCommentsInfiniteQuery(
    { websiteId: website.id, filters: filtersOf(filters.folder.id, filters.query) },
    { refetchOnMountOrArgChange: true },
  );
  const [change, { isLoading }] = useChangeCommentStatesMutation();
  return (
    <ModerationPage
      title="Comments"
      description="Comments from visitors on your posts and pages."
      resource="comments"
      nouns={["comment", "comments"]}
      filters={filters}
      tabsLabel="Folders"
      icon={<ForumOutlined />}
      notFound={{ title: "Nothing found", text: "No comments match your search." }}
      list={list}
      rows={list.data?.pages.flatMap((page) => page.comments)}
      counts={list.data?.pages[0]?.counts}
      states={["APPROVED", "WAITING", "SPAM", "REMOVED"]}
      stateLabels={stateLabels}
      isChanging={isLoading}
      onChange={(ids, state) => change({ websiteId: website.id, change: { ids, state } })}
      renderCard={(comment, choice) => (
        <CommentCard key={comment.id} comment={comment} siteUrl={website.url} {...choice} />
      )}
    />
  );
}
