import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useState } from "react";
import { Link } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { ErrorState } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useListPreviewsQuery, useReadPreviewQuery, useSendPreviewMutation, type EmailKinds } from "../api";
import { languageName, emailName } from "@/shared/mail/email-names";

const widths = { phone: 390, desktop: 820 } as const;
type Width = keyof typeof widths;

/** Previews of the e-mails with sample data. */
export function PreviewsPage() {
  const website = useWebsite();
  const query = useListPreviewsQuery({ websiteId: website.id });
  const back = { to: `/sites/${website.id}/mail`, label: t`Sent e-mails` };
  if (query.data === undefined) return <PendingPage title={t`E-mail templates`} back={back} query={query} />;
  return (
    <Page
      title={t`E-mail templates`}
      width="wide"
      back={back}
      description={t`Preview the e-mails that the site sends, with a sample order and account. E-mails to you are in the site’s language.`}
    >
      <Preview kinds={query.data} />
    </Page>
  );
}

function Preview({ kinds }: { kinds: EmailKinds }) {
  const [emailKind, setEmailKind] = useState(kinds.emails[0]?.kind ?? "");
  const [language, setLanguage] = useState(kinds.language);
  const [width, setWidth] = useState<Width>("desktop");
  const website = useWebsite();
  const texts = kinds.emails.find((email) => email.kind === emailKind)?.texts ?? emailKind;
  return (
    <Paper variant="card" sx={{ overflow: "hidden" }}>
      <Stack
        direction={{ xs: "column", md: "row" }}
        sx={{ gap: 2, p: 2, alignItems: { md: "center" }, borderBottom: 1, borderColor: "divider" }}
      >
        <TextField
          select
          label={t`E-mail`}
          value={emailKind}
          onChange={(event) => setEmailKind(event.target.value)}
          sx={{ minWidth: { md: 240 } }}
        >
          {kinds.emails.map(({ kind }) => (
            <MenuItem key={kind} value={kind}>
              {emailName(kind)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={t`Language`}
          value={language}
          onChange={(event) => setLanguage(event.target.value)}
          sx={{ minWidth: { md: 160 } }}
        >
          {kinds.languages.map((tag) => (
            <MenuItem key={tag} value={tag}>
              {languageName(tag)}
            </MenuItem>
          ))}
        </TextField>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t`Width`}
          value={width}
          onChange={(_, next: Width | null) => setWidth(next ?? width)}
        >
          <ToggleButton value="desktop">{t`Desktop`}</ToggleButton>
          <ToggleButton value="phone">{t`Phone`}</ToggleButton>
        </ToggleButtonGroup>
        <Button
          variant="outlined"
          color="inherit"
          component={Link}
          to={`/sites/${website.id}/mail/texts/${texts}/${language}`}
          sx={{ ml: { md: "auto" }, flexShrink: 0 }}
        >
          {t`Edit text`}
        </Button>
        <SendTest emailKind={emailKind} language={language} />
      </Stack>
      <EmailFrame emailKind={emailKind} language={language} width={widths[width]} />
    </Paper>
  );
}

interface Chosen {
  emailKind: string;
  language: string;
}

function SendTest(chosen: Chosen) {
  const website = useWebsite();
  const toast = useToast();
  const maySend = usePermission("orders", "publish");
  const [send, { isLoading }] = useSendPreviewMutation();
  if (!maySend) return null;
  const sendTest = async () => {
    const outcome = await send({ websiteId: website.id, ...chosen });
    if (outcome.error === undefined) toast.success(t`The test e-mail is being sent to your address.`);
    else toast.error(errorText(outcome.error));
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      disabled={isLoading}
      onClick={() => void sendTest()}
      sx={{ flexShrink: 0 }}
    >
      {t`Send me a test e-mail`}
    </Button>
  );
}

function EmailFrame({ width, ...chosen }: Chosen & { width: number }) {
  const website = useWebsite();
  const query = useReadPreviewQuery({ websiteId: website.id, ...chosen });
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Box sx={{ bgcolor: "action.hover", p: { xs: 0, md: 2 }, minHeight: "70vh" }}>
      {query.isFetching && <LinearProgress aria-label={t`Loading`} />}
      {query.data !== undefined && (
        <Box
          component="iframe"
          title={t`E-mail`}
          sandbox=""
          srcDoc={query.data}
          sx={{
            display: "block",
            width: "100%",
            maxWidth: width,
            mx: "auto",
            height: "70vh",
            border: 0,
            bgcolor: "common.white",
          }}
        />
      )}
    </Box>
  );
}
