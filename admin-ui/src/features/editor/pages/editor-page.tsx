import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { useParams } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { documentIn } from "@/shared/page-document/document";
import { EmptyState, ErrorState, LoadingBar } from "@/shared/ui/states";
import { useGetPageQuery, type Page } from "../api";
import { Workspace } from "../components/workspace";
import { useSyncPageCache } from "../hooks/use-sync-page-cache";
import { usePageSession } from "../hooks/use-page-session";
import { SessionContext } from "../hooks/use-session";
import { pageClosed, selectOpenPage, type EditorRoot } from "../slice";

/** The first page fetched after mounting; null until then. */
function useFresh(page: Page | undefined, isFetching: boolean): Page | null {
  const [fresh, setFresh] = useState<Page | null>(null);
  if (page !== undefined && !isFetching && fresh?.id !== page.id) setFresh(page);
  return page === undefined || fresh?.id !== page.id ? null : fresh;
}

/** Properties for which the session is newer than the response with the page. */
const ofDraft = new Set(["document", "revision", "updatedOn"]);

/** A stable page object that changes only with something other than its draft: each saved step changes the draft. */
function useSteady(page: Page | undefined): Page | undefined {
  const [steady, setSteady] = useState(page);
  if (page === steady) return steady;
  const isSame =
    page !== undefined &&
    steady !== undefined &&
    Object.entries(page).every(([name, value]) => ofDraft.has(name) || Object.is(value, steady[name as keyof Page]));
  if (isSame) return steady;
  setSteady(page);
  return page;
}

export function EditorPage() {
  const website = useWebsite();
  const { pageId = "" } = useParams();
  const { data, isError, isFetching, error, refetch } = useGetPageQuery(
    { websiteId: website.id, pageId },
    { refetchOnMountOrArgChange: true },
  );
  const dispatch = useDispatch();
  useSyncPageCache({ websiteId: website.id, pageId });
  const steady = useSteady(data);
  const fresh = useFresh(data, isFetching);
  const opened = usePageSession(fresh);
  const isOpen = useSelector((root: EditorRoot) => selectOpenPage(root)?.pageId === pageId);
  useEffect(
    () => () => {
      dispatch(pageClosed());
    },
    [dispatch, pageId],
  );
  useEffect(() => {
    document.title = t`${{ title: data?.title ?? t`Page` }} – Stoa`;
  }, [data?.title]);
  if (opened.state === "open" && isOpen && steady) {
    return (
      <SessionContext value={opened.session}>
        <Workspace page={steady} />
      </SessionContext>
    );
  }
  if (data && !isFetching && documentIn(data.document) === null) {
    return (
      <EmptyState title={t`This page cannot be edited here`}>
        {t`It was saved by a newer version of Stoa. Reload to use the latest editor.`}
      </EmptyState>
    );
  }
  if (opened.state === "failed") return <ErrorState error={{ kind: "network" }} onRetry={opened.retry} />;
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <LoadingBar />;
}
