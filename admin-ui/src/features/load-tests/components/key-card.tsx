import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { useMakeLoadTestKeyMutation } from "../api";
import { CopyableText } from "./copyable-text";

interface KeyCardProps {
  hasKey: boolean;
  editable: boolean;
}

/** The command line of the first run. */
function commandFor(url: string, key: string): string {
  // oxlint-disable-next-line lingui/no-unlocalized-strings -- typed into a shell
  return `k6 run --env STOA_URL=${new URL(url).origin} --env STOA_KEY=${key} load-tests/profiles/average.ts`;
}

/** The key that starts runs; the server stores its hash only, so it is shown once. */
export function KeyCard({ hasKey, editable }: KeyCardProps) {
  const website = useWebsite();
  const [make, { isLoading }] = useMakeLoadTestKeyMutation();
  const [key, setKey] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const replace = async () => setKey((await make({ websiteId: website.id }).unwrap()).key);
  const makeFirst = async () => {
    setError(null);
    try {
      await replace();
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  return (
    <Card title={t({ message: "Key", context: "of load tests" })}>
      <Stack sx={{ gap: 2, pt: 1, alignItems: "stretch" }}>
        {key === null && (
          <Typography variant="body2" color="textSecondary">
            {hasKey
              ? t`There is a key. It was shown when it was made; if it is lost, make a new one.`
              : t`Anyone who has the key can start runs while load tests are allowed. It is shown once.`}
          </Typography>
        )}
        {key !== null && (
          <>
            <Alert severity="warning">{t`Copy the key now. It is not shown again.`}</Alert>
            <CopyableText label={t`Key for load tests`} text={key} copyLabel={t`Copy the key`} autoFocus />
            <CopyableText
              label={t`Command line`}
              text={commandFor(website.url, key)}
              copyLabel={t`Copy the command line`}
            />
            <Typography variant="body2" color="textSecondary">
              {t`Run it in a folder with the source of Stoa. load-tests/README.md there describes what to install and how to read the result.`}
            </Typography>
          </>
        )}
        {error !== null && <Alert severity="error">{error}</Alert>}
        {editable &&
          (hasKey ? (
            <div>
              <ConfirmAction
                label={t`Make a new key`}
                button={{ variant: "outlined", color: "inherit" }}
                question={t`Make a new key?`}
                consequence={t`The former key no longer starts runs. A run that has started goes on.`}
                confirmLabel={t`Make a new key`}
                onConfirm={replace}
              />
            </div>
          ) : (
            <div>
              <Button variant="outlined" color="inherit" loading={isLoading} onClick={() => void makeFirst()}>
                {t`Make a key`}
              </Button>
            </div>
          ))}
      </Stack>
    </Card>
  );
}
