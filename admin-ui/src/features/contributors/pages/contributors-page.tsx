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
      title="Contributors"
      status={mayInvite ? undefined : <ViewOnlyChip />}
      description="Who has access to this site, and with which roles."
      actions={
        mayInvite && (
          <Button variant="contained" startIcon={<Add />} onClick={() => setInviting(true)}>
            Invite
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
              Open invitations
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
    { id: "name", header: "Name", main: true, cell: (person) => (person.isOwn ? `${person.name} (you)` : person.name) },
    { id: "email", header: "E-mail", breaks: true, cell: (person) => person.email },
    { id: "roles", header: "Roles", cell: (person) => roleNames(person.roles) },
    {
      id: "second-factor",
      header: "Sign-in",
      cell: (person) => (person.hasSecondFactor ? "Two-step" : "Password only"),
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
              aria-label={`Roles of ${person.name}`}
              onClick={() => setChanged(person)}
            >
              Roles
            </Button>
          )}
          {mayRemove && (
            <ConfirmAction
              label="Remove"
              button={{ size: "small", color: "error", "aria-label": `Remove ${person.name}` }}
              question={person.isOwn ? "Remove yourself from this site?" : `Remove ${person.name} from this site?`}
              consequence={
                person.isOwn
                  ? "You lose access until a contributor invites you again. Your account and your work are kept."
                  : "They lose access to this site. Their account and their work are kept."
              }
              confirmLabel="Remove"
              tone="error"
              onConfirm={async () => {
                await remove({ websiteId: website.id, contributorId: person.id }).unwrap();
                toast.success(`${person.name} was removed from this site`);
              }}
            />
          )}
        </Stack>
      ),
    });
  }
  return (
    <>
      <DataTable label="Contributors" rows={people} columns={columns} keyOf={(person) => person.id} />
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
    { id: "email", header: "E-mail", main: true, cell: (invitation) => invitation.email },
    { id: "roles", header: "Roles", cell: (invitation) => roleNames(invitation.roles) },
    { id: "until", header: "Link expires", cell: (invitation) => formatMoment(invitation.expiresOn) },
  ];
  if (mayWithdraw) {
    columns.push({
      id: "actions",
      header: "",
      align: "right",
      phone: "end",
      cell: (invitation) => (
        <ConfirmAction
          label="Cancel invitation"
          button={{ size: "small", color: "error", "aria-label": `Cancel the invitation of ${invitation.email}` }}
          question={`Cancel the invitation of ${invitation.email}?`}
          consequence="The link in their e-mail stops working."
          confirmLabel="Cancel invitation"
          tone="error"
          onConfirm={async () => {
            await withdraw({ websiteId: website.id, invitationId: invitation.id }).unwrap();
            toast.success("Invitation canceled");
          }}
        />
      ),
    });
  }
  return (
    <DataTable label="Open invitations" rows={invitations} columns={columns} keyOf={(invitation) => invitation.id} />
  );
}
