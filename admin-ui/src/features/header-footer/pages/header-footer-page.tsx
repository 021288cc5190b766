import { t } from "@lingui/core/macro";
import { useState } from "react";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetHeaderFooterQuery, type HeaderFooter } from "../api";
import { Workspace } from "../components/workspace";

export function HeaderFooterPage() {
  const website = useWebsite();
  return <OfSite key={website.id} websiteId={website.id} />;
}

function OfSite({ websiteId }: { websiteId: string }) {
  const editable = usePermission("design", "write");
  const { currentData, isError, isFetching, error, refetch } = useGetHeaderFooterQuery(
    { websiteId },
    { refetchOnMountOrArgChange: true },
  );
  // The draft starts from the first response after the screen was opened; it gets later ones from its own saves.
  const [first, setFirst] = useState<HeaderFooter | null>(null);
  if (first === null && currentData !== undefined && !isFetching) setFirst(currentData);
  if (first !== null) return <Workspace first={first} editable={editable} />;
  return (
    <Page title={t`Header and footer`} width="wide">
      {isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />}
    </Page>
  );
}
