import { Page, type PageProps } from "./page";
import { ErrorState, LoadingRows } from "./states";

interface PendingPageProps extends Pick<PageProps, "title" | "back" | "width"> {
  /** The query that loads the screen's subject. */
  query: { isError: boolean; error?: unknown; refetch: () => unknown };
}

/** A screen while its subject is loading, or its error. */
export function PendingPage({ query, ...frame }: PendingPageProps) {
  return (
    <Page {...frame}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <LoadingRows />}
    </Page>
  );
}
