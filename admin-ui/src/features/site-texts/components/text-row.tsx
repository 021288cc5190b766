import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { SiteTextBody } from "@stoa/api/rules";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { applyProblem } from "@/shared/form/apply-problem";
import { fieldRules } from "@/shared/form/field-rules";
import { FormTextField } from "@/shared/form/fields";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useResetSiteTextMutation, useSaveSiteTextMutation, type SiteText } from "../api";

/** Length from which a text gets a field with several lines. */
const longText = 70;

interface TextRowProps {
  text: SiteText;
  /** What translators have to know, in the language that is shown. */
  note: string;
  language: string;
  editable: boolean;
}

/** The usual text, and beside it the site's own. */
export function TextRow({ text, note, language, editable }: TextRowProps) {
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gap: { xs: 1, md: 3 },
        gridTemplateColumns: { md: "minmax(0, 1fr) minmax(0, 1fr)" },
        px: 2,
        py: 2,
        borderTop: 1,
        borderColor: "divider",
        "&:first-of-type": { borderTop: 0 },
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <Typography lang={language} dir="auto" sx={{ fontWeight: 550, whiteSpace: "pre-line" }}>
          {text.original}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: "pre-line" }}>
          {note}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="code">
          {text.key}
        </Typography>
      </Box>
      <OwnText text={text} language={language} editable={editable} />
    </Box>
  );
}

function OwnText({ text, language, editable }: Omit<TextRowProps, "note">) {
  const website = useWebsite();
  const toast = useToast();
  const [save] = useSaveSiteTextMutation();
  const [reset] = useResetSiteTextMutation();
  const [error, setError] = useState<string | null>(null);
  const form = useForm<{ text: string }>({
    values: { text: text.text ?? "" },
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, isSubmitting } = form.formState;
  const ref = { websiteId: website.id, language, textKey: text.key };
  const restore = async () => {
    await reset(ref).unwrap();
    form.reset({ text: "" });
    toast.success(t`Text reset`);
  };
  const submit = form.handleSubmit(async (typed) => {
    setError(null);
    try {
      if (typed.text.trim() === "") await restore();
      else {
        const saved = await save({ ...ref, text: typed.text }).unwrap();
        form.reset({ text: saved.text ?? "" });
        toast.success(t`Text saved`);
      }
      form.setFocus("text");
    } catch (failure) {
      setError(
        applyProblem(failure, {
          setError: form.setError,
          fieldOf: (name) => (name === "text" ? "text" : null),
        }),
      );
    }
  });
  const isLong = text.original.length > longText || text.original.includes("\n");
  return (
    <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 1, minWidth: 0 }}>
      <FormTextField
        control={form.control}
        name="text"
        label={t`Your text for ${{ original: text.original }}`}
        hiddenLabel
        disabled={!editable}
        {...(isLong ? { rows: 2 } : {})}
        {...fieldRules(SiteTextBody.entries.text, { mayBeEmpty: true })}
      />
      {error !== null && Object.keys(form.formState.errors).length === 0 && <Alert severity="error">{error}</Alert>}
      {editable && (isDirty || text.text != null) && (
        <Stack direction="row" sx={{ gap: 1 }}>
          {isDirty && (
            <Button type="submit" size="small" variant="contained" loading={isSubmitting}>
              {t`Save`}
            </Button>
          )}
          {isDirty && (
            <Button size="small" color="inherit" onClick={() => form.reset()} disabled={isSubmitting}>
              {t`Discard`}
            </Button>
          )}
          {!isDirty && (
            <Button
              size="small"
              color="inherit"
              aria-label={t`Reset ${{ original: text.original }}`}
              onClick={() => {
                form.setValue("text", "", { shouldDirty: true });
                void submit();
              }}
            >
              {t`Reset`}
            </Button>
          )}
        </Stack>
      )}
    </Stack>
  );
}
