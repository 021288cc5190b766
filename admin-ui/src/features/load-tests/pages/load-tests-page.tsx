import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useWebsite } from "@/shared/session/hooks";
import { SettingsPage } from "@/shared/ui/settings-page";
import { useGetLoadTestsQuery } from "../api";
import { ConditionsCard, EffectsCard } from "../components/conditions-card";
import { KeyCard } from "../components/key-card";
import { PermissionCard } from "../components/permission-card";
import { RunsCard } from "../components/runs-card";

/** Interval at which the permission is read again, in milliseconds: it ends by itself. */
const interval = 30_000;

/** Whether strangers with a key may put load on the site, and what their runs made. */
export function LoadTestsPage() {
  const website = useWebsite();
  const query = useGetLoadTestsQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true, pollingInterval: interval, skipPollingIfUnfocused: true },
  );
  return (
    <SettingsPage
      title={t`Load tests`}
      description={t`Find out how much traffic this site can take, with k6 and the profiles that come with Stoa. A run starts only while it is allowed here.`}
      resource="developer-keys"
      query={query}
      back={{ to: "../settings", label: t`Back to the settings` }}
    >
      {(tests, editable) => (
        <Stack key={website.id} sx={{ gap: 2 }}>
          <PermissionCard tests={tests} editable={editable} />
          <ConditionsCard tests={tests} />
          <KeyCard hasKey={tests.hasKey} editable={editable} />
          <EffectsCard />
          <RunsCard />
        </Stack>
      )}
    </SettingsPage>
  );
}
