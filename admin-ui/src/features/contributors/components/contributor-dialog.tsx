import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { fieldErrors } from "@stoa/api/problem";
import { useState } from "react";
import { isApiError } from "@/shared/api/api-error";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useInviteContributorMutation, useSetRolesMutation, type Contributor } from "../api";
import { RolesField } from "./roles-field";

interface ContributorDialogProps {
  /** The contributor to edit; null for an invitation. */
  contributor: Contributor | null;
  onClose: () => void;
}

/** Invites a contributor or changes their roles. */
export function ContributorDialog({ contributor, onClose }: ContributorDialogProps) {
  const website = useWebsite();
  const toast = useToast();
  const [email, setEmail] = useState("");
  const [roles, setRoles] = useState<number[]>(contributor?.roles ?? []);
  const [invite, inviting] = useInviteContributorMutation();
  const [change, changing] = useSetRolesMutation();
  const error = inviting.error ?? changing.error;
  const wrong = isApiError(error) && error.kind === "problem" ? fieldErrors(error.problem) : {};
  const submit = async () => {
    const answer =
      contributor === null
        ? await invite({ websiteId: website.id, invitation: { email: email.trim(), roles } })
        : await change({ websiteId: website.id, contributorId: contributor.id, roles });
    if (answer.error !== undefined) return;
    toast.success(contributor === null ? t`Invitation sent` : t`Roles changed`);
    onClose();
  };
  return (
    <FormDialog
      title={contributor === null ? t`Invite a contributor` : t`Roles of ${{ name: contributor.name }}`}
      intro={
        contributor === null
          ? t`They get an e-mail with a link that works once, for seven days.`
          : t`Changes apply immediately, on this site only.`
      }
      width="sm"
      error={error !== undefined && Object.keys(wrong).length === 0 ? errorText(error) : null}
      submitLabel={contributor === null ? t`Invite` : t`Save`}
      busy={inviting.isLoading || changing.isLoading}
      incomplete={roles.length === 0 || (contributor === null && email.trim() === "")}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        {contributor === null && (
          <TextField
            autoFocus
            type="email"
            label={t`E-mail`}
            value={email}
            error={wrong["email"] !== undefined}
            helperText={wrong["email"]}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
        <RolesField value={roles} error={wrong["roles"]} onChange={setRoles} />
      </Stack>
    </FormDialog>
  );
}
