import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { memo, useState } from "react";
import { useWebsite } from "@/shared/session/hooks";
import { EmptyState, ErrorState, LoadingBar } from "@/shared/ui/states";
import { useGetPageHistoryInfiniteQuery, type Page } from "../../api";
import { SideDrawer } from "@/shared/ui/side-drawer";
import { useDraft } from "../../hooks/use-open-page";
import { useBlockKinds } from "../block-kinds";
import { InitialVersion, Entry } from "./entry";
import { VersionView, type ChosenVersion } from "./version-view";
import { namesIn } from "./change-texts";

interface HistoryPanelProps {
  page: Page;
  open: boolean;
  onClose: () => void;
}

/** Edit history of the page: each version can be viewed, compared and restored. */
export const HistoryPanel = memo(function HistoryPanel({ page, open, onClose }: HistoryPanelProps) {
  const [chosen, setChosen] = useState<ChosenVersion | null>(null);
  return (
    <SideDrawer title={t`History`} width={460} open={open} onClose={onClose}>
      {chosen === null ? (
        <Entries page={page} onChoose={setChosen} />
      ) : (
        <VersionView
          page={page}
          chosen={chosen}
          onBack={() => setChosen(null)}
          onRestored={() => {
            setChosen(null);
            onClose();
          }}
        />
      )}
    </SideDrawer>
  );
});

function Entries({ page, onChoose }: { page: Page; onChoose: (chosen: ChosenVersion) => void }) {
  const website = useWebsite();
  const { document } = useDraft();
  const names = namesIn(useBlockKinds(), document);
  const ref = { websiteId: website.id, pageId: page.id };
  const { data, error, isLoading, isFetching, hasNextPage, fetchNextPage, refetch } = useGetPageHistoryInfiniteQuery(
    ref,
    {
      refetchOnMountOrArgChange: true,
    },
  );
  if (isLoading) return <LoadingBar />;
  if (data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const entries = data.pages.flatMap((part) => part.entries);
  const first = entries.at(-1)?.firstSeq;
  if (entries.length === 0) {
    return <EmptyState title={t`No changes yet`}>{t`Changes to this page are listed here.`}</EmptyState>;
  }
  return (
    <>
      {error !== undefined && (
        <Alert severity="error" sx={{ mx: 2 }}>
          {t`Earlier changes could not be loaded.`}
        </Alert>
      )}
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 1, overflowY: "auto" }}>
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} names={names} onChoose={() => onChoose({ seq: entry.seq, entry })} />
        ))}
        {!hasNextPage && first !== undefined && first > 1 && (
          <InitialVersion onChoose={() => onChoose({ seq: first - 1, entry: null })} />
        )}
      </Box>
      {hasNextPage && (
        <Button loading={isFetching} onClick={() => void fetchNextPage()} sx={{ mx: 2, mb: 2 }}>
          {t`Show earlier changes`}
        </Button>
      )}
    </>
  );
}
