import { useState } from "react";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetHeaderFooterQuery, type HeaderFooter } from "../api";
import { Workspace } from "../components/workspace";

export function HeaderFooterPage() {
  const website = useWebsite();
  return <OfSite key={website.id} websiteId={website.id} />;
}

function OfSite({ websiteId }: { websiteId: string }) {
  const editable = useMay("design", "write");
  const { currentData, isError, isFetching, error, refetch } = useGetHeaderFooterQuery({ websiteId }, { refetchOnMountOrArgChange: true });
  // The screen goes on from what was there when it was opened; later answers come to it as it saves.
  const [first, setFirst] = useState<HeaderFooter | null>(null);
  if (first === null && currentData !== undefined && !isFetching) setFirst(currentData);
  if (first !== null) return <Workspace first={first} editable={editable} />;
  return (
    <Page title="Header and footer" width="wide">
      {isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />}
    </Page>
  );
}
