import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import LockOutlined from "@mui/icons-material/LockOutlined";
import { Link, Outlet, useMatches } from "react-router";
import { hasPermission, useWebsite } from "@/shared/session/hooks";
import { hasNeeds } from "@/shared/session/route-needs";
import { EmptyState } from "@/shared/ui/states";

/** Renders a screen only for users whose role may read it. */
export function PermissionOutlet() {
  const website = useWebsite();
  const matches = useMatches();
  const allowed = matches.every(
    ({ handle }) => !hasNeeds(handle) || hasPermission(website, handle.needs.resource, handle.needs.action),
  );
  if (allowed) return <Outlet />;
  return (
    <EmptyState
      icon={<LockOutlined />}
      title={t`No access`}
      action={
        <Button component={Link} to={`/sites/${website.id}`} variant="outlined" color="inherit">
          {t`Go to home`}
        </Button>
      }
    >
      {t`An administrator of ${{ title: website.title }} can give you access to this screen.`}
    </EmptyState>
  );
}
