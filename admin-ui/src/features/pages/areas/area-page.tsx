import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import ViewQuiltOutlined from "@mui/icons-material/ViewQuiltOutlined";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, Navigate, useParams } from "react-router";
import { areasScreen } from "@/shared/areas/addresses";
import { useListAreasQuery, useOpenAreaMutation } from "@/shared/areas/api";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { EmptyState, ErrorState, LoadingBar } from "@/shared/ui/states";

function Nothing({ title, children }: { title: string; children: ReactNode }) {
  const website = useWebsite();
  const toAreas = (
    <Button variant="outlined" color="inherit" component={Link} to={`/sites/${website.id}/${areasScreen}`}>
      {t`All areas`}
    </Button>
  );
  return (
    <EmptyState title={title} icon={<ViewQuiltOutlined />} action={toAreas}>
      {children}
    </EmptyState>
  );
}

/** Redirects to the editor of an area; one that was never opened starts empty. */
export function AreaPage() {
  const website = useWebsite();
  const mayChange = usePermission("content", "write");
  const { areaId = "" } = useParams();
  const areas = useListAreasQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [open, opening] = useOpenAreaMutation();
  const area = areas.data?.find(({ id }) => id === areaId);
  const pageId = area?.pageId ?? opening.data?.pageId;
  const isNew = area !== undefined && pageId == null;
  const begin = () => void open({ websiteId: website.id, areaId });
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (!isNew || !mayChange || asked.current === areaId) return;
    asked.current = areaId;
    void open({ websiteId: website.id, areaId });
  }, [isNew, mayChange, open, website.id, areaId]);
  if (pageId != null) return <Navigate to={`/sites/${website.id}/pages/${pageId}/edit`} replace />;
  if (areas.isError && areas.data === undefined)
    return <ErrorState error={areas.error} onRetry={() => void areas.refetch()} />;
  if (opening.isError)
    return <ErrorState title={t`The area could not be opened`} error={opening.error} onRetry={begin} />;
  if (areas.data === undefined) return <LoadingBar />;
  if (area === undefined)
    return <Nothing title={t`No such area`}>{t`The theme of this site has no area with this name.`}</Nothing>;
  if (!mayChange) return <Nothing title={area.label}>{t`This area is empty.`}</Nothing>;
  return <LoadingBar />;
}
