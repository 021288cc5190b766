import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import {
  useAddAnnotationMutation,
  useChangeAnnotationMutation,
  useDeleteAnnotationMutation,
  type Annotation,
} from "../api";
import { isDay, today } from "../ranges";

/** Longest text of a note. */
const maxText = 200;

interface AnnotationDialogProps {
  /** The note that is edited; null for a new one. */
  annotation: Annotation | null;
  onClose: () => void;
}

/** Adds, edits or deletes a note on a day. */
export function AnnotationDialog({ annotation, onClose }: AnnotationDialogProps) {
  const website = useWebsite();
  const [day, setDay] = useState(annotation?.day ?? today());
  const [text, setText] = useState(annotation?.text ?? "");
  const [error, setError] = useState<string | null>(null);
  const [add, adding] = useAddAnnotationMutation();
  const [change, changing] = useChangeAnnotationMutation();
  const [remove, removing] = useDeleteAnnotationMutation();
  const run = async (action: Promise<unknown>) => {
    setError(null);
    try {
      await action;
      onClose();
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  const ref = { websiteId: website.id };
  const save = () => {
    const body = { day, text: text.trim() };
    void run(
      annotation === null
        ? add({ ...ref, body }).unwrap()
        : change({ ...ref, annotationId: annotation.id, body }).unwrap(),
    );
  };
  return (
    <FormDialog
      title={annotation === null ? t`Add a note` : t`Edit note`}
      intro={t`Notes are shown in the chart, such as the start of a campaign.`}
      error={error}
      submitLabel={t`Save`}
      busy={adding.isLoading || changing.isLoading}
      incomplete={text.trim() === "" || !isDay(day)}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <TextField
          type="date"
          label={t`Day`}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <TextField
          label={t`Note`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: maxText } }}
        />
        {annotation !== null && (
          <Button
            color="error"
            variant="outlined"
            loading={removing.isLoading}
            onClick={() => void run(remove({ ...ref, annotationId: annotation.id }).unwrap())}
            sx={{ alignSelf: "flex-start" }}
          >
            {t`Delete note`}
          </Button>
        )}
      </Stack>
    </FormDialog>
  );
}
