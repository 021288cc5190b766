import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { fieldErrors } from "@stoa/api/problem";
import { useState } from "react";
import { isApiError } from "@/shared/api/api-error";
import { FormDialog } from "@/shared/form/form-dialog";
import { isTaken, linkWarning } from "@/shared/form/link/link-target";
import { useListLinkTargetsQuery } from "@/shared/form/link/link-targets";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useCreateRedirectMutation, useUpdateRedirectMutation, type Redirect } from "../api";

interface RedirectDialogProps {
  /** The redirect to edit; null for a new one. */
  redirect: Redirect | null;
  onClose: () => void;
}

/** Source, target and type of a redirect. */
export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const website = useWebsite();
  const [source, setSource] = useState(redirect?.source ?? "");
  const [target, setTarget] = useState(redirect?.target ?? "");
  const [permanent, setPermanent] = useState(redirect?.permanent ?? true);
  const { data: targets = [] } = useListLinkTargetsQuery({ websiteId: website.id });
  const [create, creation] = useCreateRedirectMutation();
  const [update, updating] = useUpdateRedirectMutation();
  const error = creation.error ?? updating.error;
  const wrong = isApiError(error) && error.kind === "problem" ? fieldErrors(error.problem) : {};
  const submit = async () => {
    const change = { source: source.trim(), target: target.trim(), permanent };
    const answer =
      redirect === null
        ? await create({ websiteId: website.id, change })
        : await update({ websiteId: website.id, redirectId: redirect.id, revision: redirect.revision, change });
    if (answer.error === undefined) onClose();
  };
  return (
    <FormDialog
      title={redirect === null ? t`New redirect` : t`Edit redirect`}
      intro={t`It applies where no page has the address. End both addresses with /* to redirect everything below them.`}
      width="sm"
      error={error !== undefined && Object.keys(wrong).length === 0 ? errorText(error) : null}
      submitLabel={t`Save`}
      busy={creation.isLoading || updating.isLoading}
      incomplete={source.trim() === "" || target.trim() === ""}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <TextField
          label={t({ message: "From", context: "the address that is redirected" })}
          placeholder="/old-page"
          value={source}
          error={wrong["source"] !== undefined}
          helperText={
            wrong["source"] ??
            (isTaken(source.trim(), targets)
              ? t`A page has this address. The redirect applies once no page has it.`
              : undefined)
          }
          onChange={(event) => setSource(event.target.value)}
        />
        <TextField
          label={t({ message: "To", context: "the address that a redirect leads to" })}
          placeholder="/new-page"
          value={target}
          error={wrong["target"] !== undefined}
          helperText={
            wrong["target"] ??
            linkWarning(target.trim().replace(/\/\*$/, ""), targets) ??
            t`A path of this site, or an address that starts with https://`
          }
          onChange={(event) => setTarget(event.target.value)}
        />
        <TextField
          select
          label={t`Type`}
          value={permanent ? "301" : "302"}
          onChange={(event) => setPermanent(event.target.value === "301")}
        >
          <MenuItem value="301">{t`Permanent (301)`}</MenuItem>
          <MenuItem value="302">{t`Temporary (302)`}</MenuItem>
        </TextField>
      </Stack>
    </FormDialog>
  );
}
