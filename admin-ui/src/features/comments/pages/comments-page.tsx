import { plural, t } from "@lingui/core/macro";
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
    get name() {
      return t`Awaiting approval`;
    },
    isCounted: true,
    get emptyTitle() {
      return t`No comments to approve`;
    },
    get emptyText() {
      return t`New comments appear here until you approve them.`;
    },
  },
  {
    id: "approved",
    get name() {
      return t`Approved`;
    },
    isCounted: false,
    get emptyTitle() {
      return t`No comments yet`;
    },
    get emptyText() {
      return t`Comments from visitors on your posts appear here.`;
    },
  },
  {
    id: "flagged",
    get name() {
      return t`Reported`;
    },
    isCounted: true,
    get emptyTitle() {
      return t`No reported comments`;
    },
    get emptyText() {
      return t`Comments that visitors report appear here for review.`;
    },
  },
  {
    id: "spam",
    get name() {
      return t`Spam`;
    },
    isCounted: true,
    get emptyTitle() {
      return t`No spam`;
    },
    get emptyText() {
      return t`Suspected spam appears here. You can restore anything that is not spam.`;
    },
  },
  {
    id: "removed",
    get name() {
      return t`Removed`;
    },
    isCounted: true,
    get emptyTitle() {
      return t`No removed comments`;
    },
    get emptyText() {
      return t`Comments that you remove stay here until you delete them permanently.`;
    },
  },
  {
    id: "all",
    get name() {
      return t`All`;
    },
    isCounted: false,
    get emptyTitle() {
      return t`No comments yet`;
    },
    get emptyText() {
      return t`Comments from visitors on your posts appear here.`;
    },
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
      title={t`Comments`}
      description={t`Comments from visitors on your posts and pages.`}
      resource="comments"
      searchLabel={t`Search comments`}
      selectedLabel={t`Selected comments`}
      countSelected={(count) => plural(count, { one: "# comment selected", other: "# comments selected" })}
      filters={filters}
      tabsLabel={t`Folders`}
      icon={<ForumOutlined />}
      notFound={{ title: t`Nothing found`, text: t`No comments match your search.` }}
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
