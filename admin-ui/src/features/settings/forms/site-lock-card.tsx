import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { SiteLock } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useGetSiteLockQuery, useSetSiteLockMutation } from "../api";

/** Password protection of the whole site. */
export function SiteLockCard({ editable }: { editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const lock = useGetSiteLockQuery({ websiteId: website.id });
  const [setLock, { isLoading }] = useSetSiteLockMutation();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const { isLocked, version } = lock.data ?? { isLocked: false, version: "" };
  const save = async () => {
    setError(null);
    const outcome = await setLock({ websiteId: website.id, password, version });
    if (outcome.error !== undefined) return setError(errorText(outcome.error));
    setPassword("");
    toast.success(isLocked ? t`The password was changed` : t`The site is password-protected`);
  };
  return (
    <Card title={t`Site password`}>
      {lock.isError ? (
        <ErrorState error={lock.error} onRetry={() => void lock.refetch()} />
      ) : lock.data === undefined ? (
        <LoadingRows rows={1} />
      ) : (
        <Stack
          component="form"
          sx={{ gap: 2, pt: 1 }}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Typography variant="body2" color="textSecondary">
            {isLocked
              ? t`Visitors need a password to see the site. Once entered, it is valid for a day.`
              : t`Everyone can see the site. With a password, visitors have to enter it first.`}
          </Typography>
          {editable && (
            <>
              <TextField
                label={isLocked ? t`New password` : t`Password`}
                type="password"
                autoComplete="new-password"
                value={password}
                error={error !== null}
                helperText={error ?? (isLocked ? t`All visitors have to enter the new password` : undefined)}
                onChange={(event) => setPassword(event.target.value)}
                slotProps={{ htmlInput: { maxLength: maxOf(SiteLock.entries.password) } }}
              />
              <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
                <Button
                  type="submit"
                  variant="outlined"
                  color="inherit"
                  loading={isLoading}
                  disabled={password.trim() === ""}
                >
                  {isLocked ? t`Change password` : t`Set password`}
                </Button>
                {isLocked && (
                  <ConfirmAction
                    label={t`Remove password`}
                    button={{ color: "inherit" }}
                    question={t`Remove the site password?`}
                    consequence={t`Visitors and search engines can see the site without a password.`}
                    confirmLabel={t`Remove password`}
                    onConfirm={async () => {
                      await setLock({ websiteId: website.id, password: null, version }).unwrap();
                      toast.success(t`The site password was removed`);
                    }}
                  />
                )}
              </Stack>
            </>
          )}
        </Stack>
      )}
    </Card>
  );
}
