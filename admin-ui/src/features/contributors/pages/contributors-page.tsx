import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import { useState } from "react";
import { formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { roleNames } from "@/shared/session/roles";
import { DataTable, type Column } from "@/shared/table/data-table";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useListContributorsQuery,
  useRemoveContributorMutation,
  useWithdrawInvitationMutation,
  type Contributor,
  type Invitation,
} from "../api";
import { ContributorDialog } from "../components/contributor-dialog";
import { SignInRulesCard } from "../components/sign-in-rules-card";

export function ContributorsPage() {
  const website = useWebsite();
  const mayInvite = usePermission("contributors", "publish");
  const people = useListContributorsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [inviting, setInviting] = useState(false);
  return (
    <Page
      title={t`Contributors`}
      status={mayInvite ? undefined : <ViewOnlyChip />}
      description={t`Who has access to this site, and with which roles.`}
      actions={
        mayInvite && (
          <Button variant="contained" startIcon={<Add />} onClick={() => setInviting(true)}>
            {t`Invite`}
          </Button>
        )
      }
    >
      <Stack sx={{ gap: 3 }}>
        <Paper variant="card">
          {people.isError && <ErrorState error={people.error} onRetry={() => void people.refetch()} />}
          {people.isLoading && <LoadingRows rows={3} />}
          {people.data && <People people={people.data.contributors} />}
        </Paper>
        {people.data && people.data.invitations.length > 0 && (
          <section aria-labelledby="invitations">
            <Typography variant="h2" id="invitations" sx={{ mb: 1.5 }}>
              {t`Open invitations`}
            </Typography>
            <Paper variant="card">
              <Invitations invitations={people.data.invitations} />
            </Paper>
          </section>
        )}
        {people.data && <SignInRulesCard people={people.data} />}
      </Stack>
      {inviting && <ContributorDialog contributor={null} onClose={() => setInviting(false)} />}
    </Page>
  );
}

function People({ people }: { people: Contributor[] }) {
  const website = useWebsite();
  const toast = useToast();
  const mayChange = usePermission("contributors", "write");
  const mayRemove = usePermission("contributors", "delete");
  const [remove] = useRemoveContributorMutation();
  const [changed, setChanged] = useState<Contributor | null>(null);
  const columns: Column<Contributor>[] = [
    {
      id: "name",
      header: t`Name`,
      main: true,
      cell: (person) => (person.isOwn ? t`${{ name: person.name }} (you)` : person.name),
    },
    { id: "email", header: t`E-mail`, breaks: true, cell: (person) => person.email },
    { id: "roles", header: t`Roles`, cell: (person) => roleNames(person.roles) },
    {
      id: "second-factor",
      header: t`Sign-in`,
      cell: (person) => (person.hasSecondFactor ? t`Two-step` : t`Password only`),
    },
  ];
  if (mayChange || mayRemove) {
    columns.push({
      id: "actions",
      header: "",
      align: "right",
      phone: "end",
      cell: (person) => (
        <Stack direction="row" sx={{ gap: 1, justifyContent: "flex-end" }}>
          {mayChange && (
            <Button
              size="small"
              color="inherit"
              aria-label={t`Roles of ${{ name: person.name }}`}
              onClick={() => setChanged(person)}
            >
              {t`Roles`}
            </Button>
          )}
          {mayRemove && (
            <ConfirmAction
              label={t`Remove`}
              button={{ size: "small", color: "error", "aria-label": t`Remove ${{ name: person.name }}` }}
              question={
                person.isOwn ? t`Remove yourself from this site?` : t`Remove ${{ name: person.name }} from this site?`
              }
              consequence={
                person.isOwn
                  ? t`You lose access until a contributor invites you again. Your account and your work are kept.`
                  : t`They lose access to this site. Their account and their work are kept.`
              }
              confirmLabel={t`Remove`}
              tone="error"
              onConfirm={async () => {
                await remove({ websiteId: website.id, contributorId: person.id }).unwrap();
                toast.success(t`${{ name: person.name }} was removed from this site`);
              }}
            />
          )}
        </Stack>
      ),
    });
  }
  return (
    <>
      <DataTable label={t`Contributors`} rows={people} columns={columns} keyOf={(person) => person.id} />
      {changed !== null && <ContributorDialog contributor={changed} onClose={() => setChanged(null)} />}
    </>
  );
}

function Invitations({ invitations }: { invitations: Invitation[] }) {
  const website = useWebsite();
  const toast = useToast();
  const mayWithdraw = usePermission("contributors", "delete");
  const [withdraw] = useWithdrawInvitationMutation();
  const columns: Column<Invitation>[] = [
    { id: "email", header: t`E-mail`, main: true, cell: (invitation) => invitation.email },
    { id: "roles", header: t`Roles`, cell: (invitation) => roleNames(invitation.roles) },
    { id: "until", header: t`Link expires`, cell: (invitation) => formatMoment(invitation.expiresOn) },
  ];
  if (mayWithdraw) {
    columns.push({
      id: "actions",
      header: "",
      align: "right",
      phone: "end",
      cell: (invitation) => (
        <ConfirmAction
          label={t`Cancel invitation`}
          button={{
            size: "small",
            color: "error",
            "aria-label": t`Cancel the invitation of ${{ email: invitation.email }}`,
          }}
          question={t`Cancel the invitation of ${{ email: invitation.email }}?`}
          consequence={t`The link in their e-mail stops working.`}
          confirmLabel={t`Cancel invitation`}
          tone="error"
          onConfirm={async () => {
            await withdraw({ websiteId: website.id, invitationId: invitation.id }).unwrap();
            toast.success(t`Invitation canceled`);
          }}
        />
      ),
    });
  }
  return (
    <DataTable label={t`Open invitations`} rows={invitations} columns={columns} keyOf={(invitation) => invitation.id} />
  );
}
