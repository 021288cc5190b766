import Button from "@mui/material/Button";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import InboxOutlined from "@mui/icons-material/InboxOutlined";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListFormsQuery, useListSubmissionsInfiniteQuery, type Submission } from "../api";
import type { SiteForm } from "../site-forms";

export function SubmissionsPage() {
  const website = useWebsite();
  const forms = useListFormsQuery({ websiteId: website.id });
  return (
    <Page title="Form answers" description="What visitors sent through the forms on your pages.">
      {forms.data ? (
        <Answers forms={forms.data} />
      ) : (
        <Paper variant="card">
          {forms.isError ? <ErrorState error={forms.error} onRetry={() => void forms.refetch()} /> : <LoadingRows />}
        </Paper>
      )}
    </Page>
  );
}

function Answers({ forms }: { forms: SiteForm[] }) {
  const [chosen, setChosen] = useSearchParam("form");
  const form = forms.find(({ id }) => id === chosen) ?? forms[0];
  if (form === undefined) {
    return (
      <Paper variant="card">
        <EmptyState title="No form yet" icon={<InboxOutlined />}>
          Add a form block to a page; its answers appear here.
        </EmptyState>
      </Paper>
    );
  }
  return (
    <>
      <TextField
        select
        label="Form"
        value={form.id}
        onChange={(event) => setChosen(event.target.value)}
        sx={{ maxWidth: { sm: 320 }, mb: 2 }}
      >
        {forms.map(({ id, name, pageTitle }) => (
          <MenuItem key={id} value={id}>
            {name} ({pageTitle})
          </MenuItem>
        ))}
      </TextField>
      <SubmissionList key={form.id} formId={form.id} />
    </>
  );
}

function SubmissionList({ formId }: { formId: string }) {
  const website = useWebsite();
  const list = useListSubmissionsInfiniteQuery({ websiteId: website.id, formId }, { refetchOnMountOrArgChange: true });
  if (list.data === undefined) {
    return (
      <Paper variant="card">
        {list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <LoadingRows />}
      </Paper>
    );
  }
  const submissions = list.data.pages.flatMap((page) => page.submissions);
  if (submissions.length === 0) {
    return (
      <Paper variant="card">
        <EmptyState title="No answers yet" icon={<InboxOutlined />}>
          Nobody has sent this form so far.
        </EmptyState>
      </Paper>
    );
  }
  return (
    <Stack component="ul" aria-label="Answers" sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
      {submissions.map((submission) => (
        <SubmissionCard key={submission.id} submission={submission} />
      ))}
      {list.hasNextPage && (
        <Box component="li" sx={{ textAlign: "center" }}>
          <Button variant="outlined" color="inherit" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </Box>
      )}
    </Stack>
  );
}

function SubmissionCard({ submission }: { submission: Submission }) {
  return (
    <Paper component="li" variant="card" sx={{ px: 2.5, py: 2 }}>
      <Typography variant="caption" color="textSecondary">
        {formatMoment(submission.createdOn)}
      </Typography>
      <Box component="dl" sx={{ m: 0, mt: 1, display: "grid", rowGap: 0.75, columnGap: 2, gridTemplateColumns: { sm: "180px 1fr" } }}>
        {submission.values.map(({ label, value }) => (
          <Box key={label} sx={{ display: "contents" }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Paper>
  );
}
