import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useController, type Control } from "react-hook-form";
import { boundInput } from "@/shared/form/bound-input";
import type { LinkTarget } from "@/shared/form/link/link-target";
import { RichText } from "@/shared/form/rich-text/rich-text";
import { directionOf } from "@/shared/i18n/language";
import type { TranslatedText } from "../api";
import { isSimpleHtml } from "../translation-text";

/** The translation of a text in the form. */
interface TranslationEntry {
  text: string;
  /** Whether an outdated translation is told to be up to date. */
  isConfirmed: boolean;
}

export interface TranslationForm {
  texts: TranslationEntry[];
}

interface TranslationRowProps {
  text: TranslatedText;
  /** BCP 47 tag of the language of the original; undefined until it is known. */
  primary: string | undefined;
  language: string;
  control: Control<TranslationForm>;
  index: number;
  editable: boolean;
  /** Pages that links can point to. */
  targets: LinkTarget[] | undefined;
}

/** A text: the original, and the translation beside it; below it on a phone. */
export function TranslationRow({ text, primary, language, control, index, editable, targets }: TranslationRowProps) {
  const confirmed = useController({ control, name: `texts.${index}.isConfirmed` });
  const isConfirmed = confirmed.field.value;
  return (
    <Box
      component="section"
      aria-label={text.label}
      data-text={text.key}
      sx={{ py: 2.5, "& + &": { borderTop: 1, borderColor: "divider" } }}
    >
      <Stack direction="row" sx={{ gap: 1, mb: 1.5, alignItems: "center", flexWrap: "wrap" }}>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: "anywhere" }}>
          {text.label}
        </Typography>
        {text.outdated && !isConfirmed && <Chip size="small" variant="soft" color="warning" label={t`Outdated`} />}
        {text.translation == null && <Chip size="small" variant="soft" label={t`Not translated`} />}
      </Stack>
      {text.outdated && (
        <OutdatedNotice text={text} isConfirmed={isConfirmed} editable={editable} onChange={confirmed.field.onChange} />
      )}
      <Box
        sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" } }}
      >
        <Original text={text} primary={primary} />
        <Translation
          text={text}
          language={language}
          control={control}
          index={index}
          editable={editable}
          targets={targets}
        />
      </Box>
    </Box>
  );
}

interface OutdatedNoticeProps {
  text: TranslatedText;
  isConfirmed: boolean;
  editable: boolean;
  onChange: (isConfirmed: boolean) => void;
}

function OutdatedNotice({ text, isConfirmed, editable, onChange }: OutdatedNoticeProps) {
  return (
    <Alert
      severity={isConfirmed ? "success" : "warning"}
      sx={{ mb: 2 }}
      action={
        editable && (
          <Button
            color="inherit"
            size="small"
            aria-label={
              isConfirmed ? t`Undo: ${{ label: text.label }}` : t`Mark as up to date: ${{ label: text.label }}`
            }
            onClick={() => onChange(!isConfirmed)}
          >
            {isConfirmed ? t`Undo` : t`Mark as up to date`}
          </Button>
        )
      }
    >
      {isConfirmed ? t`Up to date once you save.` : t`The original has changed since it was translated.`}
      {text.previousOriginal != null && !isConfirmed && (
        <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
          {t`Before: ${{ original: text.format === "html" ? plainText(text.previousOriginal) : text.previousOriginal }}`}
        </Typography>
      )}
    </Alert>
  );
}

function plainText(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent;
}

/** The language of a text, with its direction. */
function of(lang: string | undefined) {
  if (lang === undefined) return {};
  return { lang, rightToLeft: directionOf(new Intl.Locale(lang).language) === "rtl" };
}

function Original({ text, primary }: { text: TranslatedText; primary: string | undefined }) {
  const label = t`Original`;
  if (text.format === "html" && isSimpleHtml(text.original)) {
    return <RichText label={label} value={text.original} whole disabled onChange={() => undefined} {...of(primary)} />;
  }
  return (
    <TextField
      label={label}
      value={text.original}
      multiline={text.format !== "plain"}
      slotProps={{ htmlInput: { readOnly: true, lang: primary, dir: "auto" } }}
      sx={{ "& textarea, & input": { color: "text.secondary" } }}
    />
  );
}

function Translation({ text, language, control, index, editable, targets }: Omit<TranslationRowProps, "primary">) {
  const { field, fieldState } = useController({ control, name: `texts.${index}.text` });
  const error = fieldState.error?.message;
  const label = t`Translation`;
  if (text.format === "html" && isSimpleHtml(`${text.original}${text.translation ?? ""}`)) {
    return (
      <RichText
        label={label}
        value={field.value}
        whole
        disabled={!editable}
        error={error}
        onChange={field.onChange}
        {...of(language)}
        {...(targets === undefined ? {} : { targets })}
      />
    );
  }
  return (
    <TextField
      {...boundInput(field)}
      label={label}
      multiline={text.format !== "plain"}
      disabled={!editable}
      error={fieldState.invalid}
      helperText={error ?? (text.format === "html" ? t`HTML, as in the original.` : undefined)}
      slotProps={{ htmlInput: { lang: language, dir: "auto" } }}
    />
  );
}
