import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useWatch, type Control } from "react-hook-form";
import { useParams } from "react-router";
import { FormShell } from "@/shared/form/form-shell";
import { FormTextField } from "@/shared/form/fields";
import { useEditForm } from "@/shared/form/use-edit-form";
import { errorText } from "@/shared/i18n/error-text";
import { useMay, useWebsite } from "@/shared/session/hooks";
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
  type LetterText,
  type LetterTexts,
} from "../api";
import { languageName, letterNames, placeNames } from "../components/letter-names";

const fields = ["subject", "heading", "opening", "closing"] as const;

/** What a letter says around its contents, in the owner's own words. */
export function TextsPage() {
  const website = useWebsite();
  const { letterKind = "", language = "" } = useParams();
  const editable = useMay("orders", "write");
  const query = useReadTextsQuery({ websiteId: website.id, letterKind, language }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/mail/previews`, label: "Letters" };
  const title = `${letterNames[letterKind] ?? letterKind}, ${languageName(language)}`;
  if (query.data === undefined) return <PendingPage title={title} back={back} query={query} />;
  const texts = query.data;
  return (
    <Page
      title={title}
      width="wide"
      back={back}
      status={editable ? undefined : <ViewOnlyChip />}
      description="Plain text. A blank line begins a new paragraph; what stands in braces is filled in for each letter."
      actions={editable && texts.revision > 0 && <Reset texts={texts} />}
    >
      <TextsForm key={`${letterKind} ${language} ${texts.revision}`} texts={texts} editable={editable} />
    </Page>
  );
}

function Reset({ texts }: { texts: LetterTexts }) {
  const website = useWebsite();
  const toast = useToast();
  const [reset] = useResetTextsMutation();
  return (
    <ConfirmAction
      label="Use the usual text"
      button={{ variant: "outlined", color: "inherit" }}
      question="Put the usual text back?"
      consequence="Your own words for this letter in this language are thrown away."
      confirmLabel="Put it back"
      onConfirm={async () => {
        await reset({ websiteId: website.id, letterKind: texts.kind, language: texts.language }).unwrap();
        toast.say("The letter says the usual again");
      }}
    />
  );
}

function TextsForm({ texts, editable }: { texts: LetterTexts; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [save] = useSaveTextsMutation();
  const ref = { websiteId: website.id, letterKind: texts.kind, language: texts.language };
  const { control, shell } = useEditForm<LetterText>({
    initial: texts.text,
    what: "this letter",
    fieldOf: (name) => fields.find((field) => field === name) ?? null,
    onSave: async (text) => {
      const saved = await save({ ...ref, text, revision: texts.revision }).unwrap();
      toast.say("The letter was saved");
      return saved.text;
    },
  });
  const input = { control, disabled: !editable };
  return (
    <FormShell label="Texts of the letter" editable={editable} {...shell}>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { lg: "minmax(0, 1fr) minmax(0, 1fr)" }, alignItems: "start" }}>
        <Card title="Texts">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField {...input} name="subject" label="Subject" maxLength={200} />
            <FormTextField {...input} name="heading" label="Heading" maxLength={200} />
            <FormTextField {...input} name="opening" label="Opening" rows={4} maxLength={4000} />
            <FormTextField {...input} name="closing" label="Closing" rows={3} maxLength={4000} help="Below everything else" />
            <Places places={texts.places} />
          </Stack>
        </Card>
        <Draft control={control} texts={texts} />
      </Box>
    </FormShell>
  );
}

function Places({ places }: { places: string[] }) {
  return (
    <Box>
      <Typography variant="subtitle2" component="h3">
        What can be put in
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, typography: "body2", color: "text.secondary" }}>
        {places.map((place) => (
          <li key={place}>
            <code>{`{${place}}`}</code> {placeNames[place] ?? place}
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** The letter with what stands in the form, before it is saved. */
function Draft({ control, texts }: { control: Control<LetterText>; texts: LetterTexts }) {
  const website = useWebsite();
  const text = useWatch({ control });
  const [draw, { data, isLoading }] = usePreviewTextsMutation();
  const [error, setError] = useState<string | null>(null);
  const look = async () => {
    const { subject = "", heading = "", opening = "", closing = "" } = text;
    const draft = { subject, heading, opening, closing };
    const outcome = await draw({ websiteId: website.id, letterKind: texts.kind, language: texts.language, text: draft });
    setError(outcome.error === undefined ? null : errorText(outcome.error));
  };
  return (
    <Card title="Preview">
      <Stack sx={{ gap: 1.5, pt: 1 }}>
        <Button variant="outlined" color="inherit" loading={isLoading} onClick={() => void look()} sx={{ alignSelf: "start" }}>
          Look at it
        </Button>
        {error !== null && (
          <Typography role="alert" color="error" variant="body2">
            {error}
          </Typography>
        )}
        {data === undefined ? (
          <Typography variant="body2" color="textSecondary">
            Shows the letter with these words. Nothing is saved by it.
          </Typography>
        ) : (
          <>
            <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
              Subject: {data.subject}
            </Typography>
            <Box
              component="iframe"
              title="Letter"
              sandbox=""
              srcDoc={data.html}
              sx={{ display: "block", width: "100%", height: "60vh", border: 1, borderColor: "divider", bgcolor: "common.white" }}
            />
          </>
        )}
      </Stack>
    </Card>
  );
}
