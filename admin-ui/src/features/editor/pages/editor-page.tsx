import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { useParams } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { documentIn } from "@/shared/page-document/document";
import { EmptyState, ErrorState } from "@/shared/ui/states";
import { useGetPageQuery } from "../api";
import { Workspace } from "../components/workspace";
import { pageClosed, pageOpened, selectOpenPage } from "../slice";

export function EditorPage() {
  const website = useWebsite();
  const { pageId = "" } = useParams();
  const dispatch = useDispatch();
  const { data, isError, isFetching, error, refetch } = useGetPageQuery(
    { websiteId: website.id, pageId },
    { refetchOnMountOrArgChange: true },
  );
  const open = useSelector(selectOpenPage);
  const isOpen = open?.pageId === pageId;
  useEffect(() => {
    if (data && !isFetching && !isOpen) dispatch(pageOpened(data));
  }, [data, isFetching, isOpen, dispatch]);
  useEffect(
    () => () => {
      dispatch(pageClosed());
    },
    [dispatch, pageId],
  );
  useEffect(() => {
    document.title = `${data?.title ?? "Page"} – Stoa`;
  }, [data?.title]);
  if (isOpen && data) {
    return (
      <Workspace
        page={data}
        reload={async () => {
          const newest = await refetch();
          return newest.data ?? null;
        }}
      />
    );
  }
  if (data && !isFetching && documentIn(data.document) === null) {
    return (
      <EmptyState title="This page cannot be edited here">
        It was written by a newer version of Stoa. Reload to get the newest editor.
      </EmptyState>
    );
  }
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Box role="status" aria-label="Loading">
      <LinearProgress aria-hidden />
    </Box>
  );
}
