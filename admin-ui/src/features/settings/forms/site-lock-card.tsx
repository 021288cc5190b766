import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useGetSiteLockQuery, useSetSiteLockMutation } from "../api";

/** The password without which nobody sees the site. */
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
    toast.say(isLocked ? "The password was changed" : "The site is behind a password");
  };
  return (
    <Card title="Password for the whole site">
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
              ? "Visitors are asked for a password before they see anything. Whoever gave it sees the site for a day."
              : "Everybody can see the site. With a password, visitors see nothing before they give it."}
          </Typography>
          {editable && (
            <>
              <TextField
                label={isLocked ? "New password" : "Password"}
                type="password"
                autoComplete="new-password"
                value={password}
                error={error !== null}
                helperText={error ?? (isLocked ? "All who have opened the site are asked again" : undefined)}
                onChange={(event) => setPassword(event.target.value)}
                slotProps={{ htmlInput: { maxLength: 100 } }}
              />
              <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
                <Button type="submit" variant="outlined" color="inherit" loading={isLoading} disabled={password.trim() === ""}>
                  {isLocked ? "Change the password" : "Ask for a password"}
                </Button>
                {isLocked && (
                  <ConfirmAction
                    label="Open to everybody"
                    button={{ color: "inherit" }}
                    question="Open the site to everybody?"
                    consequence="Visitors and search engines see it without a password."
                    confirmLabel="Open the site"
                    onConfirm={async () => {
                      await setLock({ websiteId: website.id, password: null, version }).unwrap();
                      toast.say("The site is open to everybody");
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
