import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useWatch, type Control } from "react-hook-form";
import { useParams } from "react-router";
import { EmailText as EmailTextRules } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormShell } from "@/shared/form/form-shell";
import { FormTextField } from "@/shared/form/fields";
import { useEditForm } from "@/shared/form/use-edit-form";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useToast } from "@/shared/ui/toast";
import {
  usePreviewTextsMutation,
  useReadTextsQuery,
  useResetTextsMutation,
  useSaveTextsMutation,
  type EmailText,
  type EmailTexts,
} from "../api";
import { languageName, emailName, placeholderNames } from "@/shared/mail/email-names";

const fields = ["subject", "heading", "opening", "closing"] as const;

/** Custom texts of an e-mail. */
export function TextsPage() {
  const website = useWebsite();
  const { emailKind = "", language = "" } = useParams();
  const editable = usePermission("orders", "write");
  const query = useReadTextsQuery({ websiteId: website.id, emailKind, language }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/mail/previews`, label: t`E-mail templates` };
  const title = `${emailName(emailKind)}, ${languageName(language)}`;
  if (query.data === undefined) return <PendingPage title={title} back={back} query={query} />;
  const texts = query.data;
  return (
    <Page
      title={title}
      width="wide"
      back={back}
      status={editable ? undefined : <ViewOnlyChip />}
      description={t`Plain text. A blank line starts a new paragraph. Placeholders in braces are filled in for each e-mail.`}
      actions={editable && texts.revision > 0 && <Reset texts={texts} />}
    >
      <TextsForm key={`${emailKind} ${language} ${texts.revision}`} texts={texts} editable={editable} />
    </Page>
  );
}

function Reset({ texts }: { texts: EmailTexts }) {
  const website = useWebsite();
  const toast = useToast();
  const [reset] = useResetTextsMutation();
  return (
    <ConfirmAction
      label={t`Reset to default`}
      button={{ variant: "outlined", color: "inherit" }}
      question={t`Reset to the default text?`}
      consequence={t`Your custom text for this e-mail in this language is deleted.`}
      confirmLabel={t`Reset`}
      onConfirm={async () => {
        await reset({ websiteId: website.id, emailKind: texts.kind, language: texts.language }).unwrap();
        toast.success(t`Text reset to default`);
      }}
    />
  );
}

function TextsForm({ texts, editable }: { texts: EmailTexts; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [save] = useSaveTextsMutation();
  const ref = { websiteId: website.id, emailKind: texts.kind, language: texts.language };
  const { control, shell } = useEditForm<EmailText>({
    initial: texts.text,
    what: t`this e-mail`,
    fieldOf: (name) => fields.find((field) => field === name) ?? null,
    onSave: async (text) => {
      const saved = await save({ ...ref, text, revision: texts.revision }).unwrap();
      toast.success(t`E-mail saved`);
      return saved.text;
    },
  });
  const input = { control, disabled: !editable };
  return (
    <FormShell label={t`E-mail text`} editable={editable} {...shell}>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { lg: "minmax(0, 1fr) minmax(0, 1fr)" },
          alignItems: "start",
        }}
      >
        <Card title={t`Texts`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              {...input}
              name="subject"
              label={t`Subject`}
              {...fieldRules(EmailTextRules.entries.subject)}
            />
            <FormTextField
              {...input}
              name="heading"
              label={t`Heading`}
              {...fieldRules(EmailTextRules.entries.heading)}
            />
            <FormTextField
              {...input}
              name="opening"
              label={t`Introduction`}
              rows={4}
              {...fieldRules(EmailTextRules.entries.opening)}
            />
            <FormTextField
              {...input}
              name="closing"
              label={t`Closing`}
              rows={3}
              help={t`At the end of the e-mail`}
              {...fieldRules(EmailTextRules.entries.closing)}
            />
            <Placeholders places={texts.places} />
          </Stack>
        </Card>
        <Draft control={control} texts={texts} />
      </Box>
    </FormShell>
  );
}

function Placeholders({ places }: { places: string[] }) {
  return (
    <Box>
      <Typography variant="subtitle2" component="h3">
        {t`Placeholders`}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, typography: "body2", color: "text.secondary" }}>
        {places.map((place) => (
          <li key={place}>
            <code>{`{${place}}`}</code> {placeholderNames[place] ?? place}
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** Preview of the e-mail with the unsaved form values. */
function Draft({ control, texts }: { control: Control<EmailText>; texts: EmailTexts }) {
  const website = useWebsite();
  const text = useWatch({ control });
  const [draw, { data, isLoading }] = usePreviewTextsMutation();
  const [error, setError] = useState<string | null>(null);
  const look = async () => {
    const { subject = "", heading = "", opening = "", closing = "" } = text;
    const draft = { subject, heading, opening, closing };
    const outcome = await draw({ websiteId: website.id, emailKind: texts.kind, language: texts.language, text: draft });
    setError(outcome.error === undefined ? null : errorText(outcome.error));
  };
  return (
    <Card title={t`Preview`}>
      <Stack sx={{ gap: 1.5, pt: 1 }}>
        <Button
          variant="outlined"
          color="inherit"
          loading={isLoading}
          onClick={() => void look()}
          sx={{ alignSelf: "start" }}
        >
          {t`Update preview`}
        </Button>
        {error !== null && (
          <Typography role="alert" color="error" variant="body2">
            {error}
          </Typography>
        )}
        {data === undefined ? (
          <Typography variant="body2" color="textSecondary">
            {t`Shows the e-mail with this text, without saving it.`}
          </Typography>
        ) : (
          <>
            <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
              {t`Subject: ${{ subject: data.subject }}`}
            </Typography>
            <Box
              component="iframe"
              title={t`E-mail`}
              sandbox=""
              srcDoc={data.html}
              sx={{
                display: "block",
                width: "100%",
                height: "60vh",
                border: 1,
                borderColor: "divider",
                bgcolor: "common.white",
              }}
            />
          </>
        )}
      </Stack>
    </Card>
  );
}
