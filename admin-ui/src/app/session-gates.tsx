import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import { useEffect } from "react";
import { useStore } from "react-redux";
import LockOutlined from "@mui/icons-material/LockOutlined";
import { Link, Navigate, Outlet, useLocation, useParams } from "react-router";
import { editorLabels } from "@/shared/i18n/editor-labels";
import { showTimesIn } from "@/shared/i18n/shown-zone";
import { useAccount, useSession, useWebsites } from "@/shared/session/hooks";
import { EmptyState, LoadingBar } from "@/shared/ui/states";
import type { Website } from "@/shared/session/types";
import { upgradeOf } from "@/shared/session/upgrade";
import { startSession } from "./session-start";
import type { AppStore } from "./store";

const lastWebsiteKey = "stoa-last-website";

/** Times are in the zone of the site in the address, elsewhere in that of the browser, from before a screen is drawn. */
function useZoneOfSite(pathname: string): void {
  const websiteId = /^\/sites\/([^/]+)/.exec(pathname)?.[1];
  showTimesIn(useWebsites().find(({ id }) => id === websiteId)?.timeZone);
}

/** Requires a signed-in user; others are redirected to the sign-in page and back afterwards. */
export function RequireSession() {
  const session = useSession();
  const store = useStore() as AppStore;
  const location = useLocation();
  useZoneOfSite(location.pathname);
  switch (session.status) {
    case "unknown":
      return <LoadingBar />;
    case "unreachable":
      return (
        <EmptyState
          title={editorLabels.network}
          action={
            <Button variant="contained" onClick={() => void startSession(store)}>
              {t`Try again`}
            </Button>
          }
        >
          {t`The server is not responding.`}
        </EmptyState>
      );
    case "signed-out": {
      const back = session.reason === "signed-out" ? "" : location.pathname + location.search;
      return <Navigate to="/sign-in" replace state={{ back }} />;
    }
    case "signed-in":
      return <Outlet />;
  }
}

export function RequireWebsite() {
  const { websiteId } = useParams();
  const account = useAccount();
  const website = useWebsites().find(({ id }) => id === websiteId);
  const known = website !== undefined;
  useEffect(() => {
    if (known && websiteId !== undefined) localStorage.setItem(lastWebsiteKey, websiteId);
  }, [known, websiteId]);
  if (website?.secondFactorRequired === true && account?.hasSecondFactor === false)
    return <RequireSecondFactor website={website} />;
  if (known) return <Outlet />;
  return (
    <EmptyState title={t`Not found`} action={<Button href="/admin/">{t`Go to your sites`}</Button>}>
      {t`You are not a contributor to this site, or it does not exist.`}
    </EmptyState>
  );
}

/** Until two-step sign-in is set up, the server refuses all requests for this site. */
function RequireSecondFactor({ website }: { website: Website }) {
  return (
    <EmptyState
      icon={<LockOutlined />}
      title={t`Set up two-step sign-in first`}
      action={
        <Button variant="contained" component={Link} to="/account">
          {t`Go to your account`}
        </Button>
      }
    >
      {t`All contributors to ${{ title: website.title }} must sign in with a password and a code.`}
    </EmptyState>
  );
}

function useLastWebsite(): Website | undefined {
  const websites = useWebsites();
  const last = localStorage.getItem(lastWebsiteKey);
  return websites.find((website) => website.id === last) ?? websites[0];
}

/** Redirects to the plan page of the current site. */
export function RedirectToPlan() {
  const target = useLastWebsite();
  if (target === undefined) return <Navigate to="/new-site" replace />;
  return <Navigate to={`/sites/${target.id}/${upgradeOf(target).path}`} replace />;
}

export function RedirectToLastWebsite() {
  const target = useLastWebsite();
  if (target === undefined) return <Navigate to="/new-site" replace />;
  return <Navigate to={`/sites/${target.id}`} replace />;
}
