import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import TranslateOutlined from "@mui/icons-material/TranslateOutlined";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Card } from "@/shared/ui/card";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import {
  useListTranslationsInfiniteQuery,
  type TranslatedKind,
  type TranslatedResource,
  type TranslationState,
} from "../api";
import { countsText, kindLabels, stateOptions } from "../translation-text";

interface ResourceListProps {
  language: string;
  kind: TranslatedKind;
  /** An empty string for all. */
  state: TranslationState | "";
  onState: (state: TranslationState | "") => void;
}

const columns: Column<TranslatedResource>[] = [
  {
    id: "title",
    get header() {
      return t`Title`;
    },
    main: true,
    cell: ({ title }) => title,
  },
  {
    id: "state",
    get header() {
      return t`Translation`;
    },
    phone: "end",
    cell: ({ counts }) => (
      <Chip
        size="small"
        variant="soft"
        color={counts.missing > 0 ? "default" : counts.outdated > 0 ? "warning" : "success"}
        label={countsText(counts)}
      />
    ),
  },
];

/** Resources of a kind, with how far each is translated. */
export function ResourceList({ language, kind, state, onState }: ResourceListProps) {
  const website = useWebsite();
  const list = useListTranslationsInfiniteQuery(
    { websiteId: website.id, language, kind, ...(state !== "" && { state }) },
    { refetchOnMountOrArgChange: true },
  );
  const resources = list.currentData?.pages.flatMap((page) => page.resources) ?? [];
  // If loading a further page fails, the loaded ones stay.
  const isBroken = list.isError && !list.isFetchNextPageError;
  const isLoading = list.currentData === undefined && !isBroken;
  const isEmpty = !isLoading && !isBroken && resources.length === 0 && !list.hasNextPage;
  return (
    <>
      <Box sx={{ mb: 2, "& > *": { width: { xs: 1, sm: 220 } } }}>
        <FilterChoice label={t`State`} value={state} options={stateOptions} onChange={onState} />
      </Box>
      <Card flush>
        {isLoading && <LoadingRows />}
        {isBroken && (
          <ErrorState
            title={t`The translations could not be loaded`}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        )}
        {isEmpty && (
          <EmptyState
            title={state === "" ? t`Nothing to translate` : t`Nothing in this state`}
            icon={<TranslateOutlined />}
          >
            {state === "" && t`Once something with a text is published, it is listed here.`}
          </EmptyState>
        )}
        {!isLoading && !isBroken && !isEmpty && (
          <DataTable
            label={kindLabels[kind]}
            rows={resources}
            columns={columns}
            keyOf={({ id }) => id}
            linkTo={({ id }) =>
              `/sites/${website.id}/settings/translations/${language}/${kind}/${encodeURIComponent(id)}`
            }
            hasMore={list.hasNextPage}
            loadingMore={list.isFetchingNextPage}
            moreError={list.isFetchNextPageError ? list.error : undefined}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </Card>
    </>
  );
}
