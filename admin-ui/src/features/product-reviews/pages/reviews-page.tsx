import { plural, t } from "@lingui/core/macro";
import StarBorderOutlined from "@mui/icons-material/StarBorderOutlined";
import { useModerationFilters, type ModerationFolder } from "@/shared/moderation/moderation-filters";
import { ModerationPage } from "@/shared/moderation/moderation-page";
import { useWebsite } from "@/shared/session/hooks";
import {
  useChangeReviewStatesMutation,
  useListProductReviewsInfiniteQuery,
  type ReviewFilters,
  type ReviewState,
} from "../api";
import { ReviewCard } from "../components/review-card";
import { stateLabels } from "../state-labels";

type Folder = "awaiting" | "published" | "rejected" | "all";

const folders: [ModerationFolder<Folder>, ...ModerationFolder<Folder>[]] = [
  {
    id: "awaiting",
    get name() {
      return t`Awaiting`;
    },
    isCounted: true,
    get emptyTitle() {
      return t`No reviews awaiting approval`;
    },
    get emptyText() {
      return t`New reviews appear here until you publish or reject them.`;
    },
  },
  {
    id: "published",
    get name() {
      return t`Published`;
    },
    isCounted: true,
    get emptyTitle() {
      return t`No reviews yet`;
    },
    get emptyText() {
      return t`Reviews that you publish are shown with their products and listed here.`;
    },
  },
  {
    id: "rejected",
    get name() {
      return t`Rejected`;
    },
    isCounted: true,
    get emptyTitle() {
      return t`No rejected reviews`;
    },
    get emptyText() {
      return t`Reviews that you reject are listed here. You can still publish them.`;
    },
  },
  {
    id: "all",
    get name() {
      return t`All`;
    },
    isCounted: false,
    get emptyTitle() {
      return t`No reviews yet`;
    },
    get emptyText() {
      return t`Customers can review what they bought through a link on their order page. Under Checkout, you can turn on e-mails that ask for reviews.`;
    },
  },
];

function filtersOf(folder: Folder, query: string): ReviewFilters {
  const words = query === "" ? {} : { q: query };
  return folder === "all" ? words : { ...words, state: folder.toUpperCase() as ReviewState };
}

export function ReviewsPage() {
  const website = useWebsite();
  const filters = useModerationFilters(folders);
  const list = useListProductReviewsInfiniteQuery(
    { websiteId: website.id, filters: filtersOf(filters.folder.id, filters.query) },
    { refetchOnMountOrArgChange: true },
  );
  const [change, { isLoading }] = useChangeReviewStatesMutation();
  return (
    <ModerationPage
      title={t`Reviews`}
      description={t`What customers say about the products they bought.`}
      resource="products"
      searchLabel={t`Search reviews`}
      selectedLabel={t`Selected reviews`}
      countSelected={(count) => plural(count, { one: "# review selected", other: "# reviews selected" })}
      filters={filters}
      tabsLabel={t`Review status`}
      icon={<StarBorderOutlined />}
      notFound={{ title: t`No reviews found`, text: t`Try a different search.` }}
      list={list}
      rows={list.data?.pages.flatMap((page) => page.reviews)}
      counts={list.data?.pages[0]?.counts}
      states={["PUBLISHED", "REJECTED", "AWAITING"]}
      stateLabels={stateLabels}
      isChanging={isLoading}
      onChange={(ids, state) => change({ websiteId: website.id, change: { ids, state } })}
      renderCard={(review, choice) => <ReviewCard key={review.id} review={review} {...choice} />}
    />
  );
}
