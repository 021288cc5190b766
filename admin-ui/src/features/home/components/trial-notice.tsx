import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { upgradeOf } from "@/shared/session/upgrade";

/** Notice with the end date on a trial site; renders nothing otherwise. */
export function TrialNotice() {
  const website = useWebsite();
  if (website.status !== "trial") return null;
  const { path, isMine } = upgradeOf(website);
  return (
    <Alert
      severity="info"
      action={
        isMine && (
          <Button component={Link} to={path} color="inherit" size="small">
            {t`Upgrade`}
          </Button>
        )
      }
    >
      {t`This site is on trial: visitors need its password.`}
      {!isMine && t` Ask an administrator of the site to upgrade it.`}
    </Alert>
  );
}
