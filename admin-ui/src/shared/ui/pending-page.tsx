import { Page, type PageProps } from "./page";
import { ErrorState, LoadingRows } from "./states";

interface PendingPageProps extends Pick<PageProps, "title" | "back" | "width"> {
  /** The query whose answer the screen is about. */
  query: { isError: boolean; error?: unknown; refetch: () => unknown };
}

/** A screen whose subject is not there: it is on its way, or this is why it does not come. */
export function PendingPage({ query, ...frame }: PendingPageProps) {
  return (
    <Page {...frame}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <LoadingRows />}
    </Page>
  );
}
