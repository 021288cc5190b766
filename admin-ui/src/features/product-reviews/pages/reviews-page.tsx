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
    name: "Awaiting",
    isCounted: true,
    emptyTitle: "No reviews awaiting approval",
    emptyText: "New reviews appear here until you publish or reject them.",
  },
  {
    id: "published",
    name: "Published",
    isCounted: true,
    emptyTitle: "No reviews yet",
    emptyText: "Reviews that you publish are shown with their products and listed here.",
  },
  {
    id: "rejected",
    name: "Rejected",
    isCounted: true,
    emptyTitle: "No rejected reviews",
    emptyText: "Reviews that you reject are listed here. You can still publish them.",
  },
  {
    id: "all",
    name: "All",
    isCounted: false,
    emptyTitle: "No reviews yet",
    emptyText:
      "Customers can review what they bought through a link on their order page. Under Checkout, you can turn on e-mails that ask for reviews.",
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
      title="Reviews"
      description="What customers say about the products they bought."
      resource="products"
      nouns={["review", "reviews"]}
      filters={filters}
      tabsLabel="Review status"
      icon={<StarBorderOutlined />}
      notFound={{ title: "No reviews found", text: "Try a different search." }}
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
