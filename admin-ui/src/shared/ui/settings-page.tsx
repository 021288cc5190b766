import type { ReactNode } from "react";
import { usePermission, type Resource } from "../session/hooks";
import { Page, ViewOnlyChip, type PageProps } from "./page";
import { ErrorState, LoadingRows } from "./states";

interface SettingsPageProps<Settings> extends Pick<PageProps, "title" | "description" | "back"> {
  /** The resource whose permissions apply. */
  resource: Resource;
  query: {
    data?: Settings | undefined;
    isError: boolean;
    isFetching: boolean;
    error?: unknown;
    refetch: () => unknown;
  };
  /** Whether settings that were loaded before are not shown while they are loaded again. */
  isAlwaysFresh?: boolean;
  children: (settings: Settings, editable: boolean) => ReactNode;
}

/** Screen of settings that are loaded and saved as a whole. */
export function SettingsPage<Settings>(props: SettingsPageProps<Settings>) {
  const { resource, query, isAlwaysFresh = false, children, ...frame } = props;
  const editable = usePermission(resource, "write");
  const settings = isAlwaysFresh && query.isFetching ? undefined : query.data;
  return (
    <Page {...frame} width="narrow" status={editable ? undefined : <ViewOnlyChip />}>
      {settings !== undefined ? (
        children(settings, editable)
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingRows />
      )}
    </Page>
  );
}
