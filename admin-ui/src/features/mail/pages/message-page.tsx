import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useState } from "react";
import { useParams } from "react-router";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { Page } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useGetMailQuery, type MailMessage } from "../api";
import { DeliveryNotice } from "../components/delivery-notice";
import { MailStatus } from "../components/mail-status";

export function MessagePage() {
  const website = useWebsite();
  const { mailId = "" } = useParams();
  const query = useGetMailQuery({ websiteId: website.id, mailId });
  const message = query.data;
  const back = { to: `/sites/${website.id}/mail`, label: t`Sent e-mails` };
  if (message === undefined) return <PendingPage title={t`E-mail`} back={back} query={query} />;
  return (
    <Page
      title={message.subject}
      back={back}
      status={<MailStatus message={message} />}
      description={t`To ${{ to: message.to }} · ${{ moment: formatMoment(message.sentOn ?? message.createdOn) }}`}
    >
      <Stack sx={{ gap: 2 }}>
        <DeliveryNotice message={message} />
        <MessageBody message={message} />
      </Stack>
    </Page>
  );
}

function MessageBody({ message }: { message: MailMessage }) {
  const [view, setView] = useState<"html" | "text">(message.html === "" ? "text" : "html");
  return (
    <Paper variant="card" sx={{ overflow: "hidden" }}>
      <Tabs
        value={view}
        onChange={(_, next: "html" | "text") => setView(next)}
        sx={{ borderBottom: 1, borderColor: "divider", px: 1 }}
      >
        <Tab value="html" label={t`As designed`} disabled={message.html === ""} />
        <Tab value="text" label={t`Plain text`} />
      </Tabs>
      {view === "html" ? (
        <Box
          component="iframe"
          title={t`E-mail`}
          sandbox=""
          srcDoc={message.html}
          sx={{ display: "block", width: "100%", height: "70vh", border: 0, bgcolor: "common.white" }}
        />
      ) : (
        <Box
          component="pre"
          tabIndex={0}
          sx={{ m: 0, p: 2.5, typography: "body2", whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
        >
          {message.text}
        </Box>
      )}
    </Paper>
  );
}
