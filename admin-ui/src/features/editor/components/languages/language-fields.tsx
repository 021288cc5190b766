import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import FormLabel from "@mui/material/FormLabel";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { memo, useState } from "react";
import type { ShownIn } from "@/shared/page-document/document";
import { useToast } from "@/shared/ui/toast";
import type { SiteLanguage } from "../../api";
import { changeLanguages, isShownIn, replaceInLanguage, ruleOf, type LanguageRule } from "../../document/languages";
import { limitReached } from "../../document/types";
import { useCommands } from "../../hooks/use-commands";
import { useSiteLanguages } from "../../hooks/use-languages";
import { useEditable, useEditorActions } from "../../hooks/use-open-page";

interface LanguageFieldsProps {
  part: "block" | "section";
  id: string;
  languages: ShownIn | undefined;
}

const ruleLabels: Record<LanguageRule, string> = {
  get all() {
    return t`All languages`;
  },
  get only() {
    return t`Only in these languages`;
  },
  get except() {
    return t`Not in these languages`;
  },
};
const rules = Object.keys(ruleLabels) as LanguageRule[];

/** In which languages of the site a section or block is shown. Memoized: does not re-render on keystrokes above it. */
export const LanguageFields = memo(function LanguageFields({ part, id, languages }: LanguageFieldsProps) {
  const known = useSiteLanguages();
  const editable = useEditable();
  const { read } = useCommands();
  const { change } = useEditorActions();
  const { rule, tags } = ruleOf({ ...(languages === undefined ? {} : { languages }) });
  if (known.length === 0 && rule === "all") return null;
  const choose = (next: LanguageRule, chosen: string[]) => {
    const open = read();
    if (open !== null) change(changeLanguages(open.document, id, next, chosen), `${id}:languages`);
  };
  /** A rule begins with a language: without any it would be none. */
  const first = (next: LanguageRule) => known.filter(({ isPrimary }) => isPrimary === (next === "only")).slice(0, 1);
  const offered = [...known.map(({ code, name }) => ({ code, name })), ...unknownOf(tags, known)];
  return (
    <Box component="section" aria-label={t`Languages`} sx={{ mt: 3 }}>
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        {t`Languages`}
      </Typography>
      <Stack sx={{ gap: 1.5, alignItems: "flex-start" }}>
        <TextField
          select
          label={t`Shown in`}
          value={rule}
          disabled={!editable}
          onChange={(event) => {
            const next = event.target.value as LanguageRule;
            choose(next, tags.length > 0 ? tags : first(next).map(({ code }) => code));
          }}
        >
          {rules.map((value) => (
            <MenuItem key={value} value={value}>
              {ruleLabels[value]}
            </MenuItem>
          ))}
        </TextField>
        {rule !== "all" && (
          <FormControl component="fieldset" disabled={!editable}>
            <FormLabel component="legend" sx={{ typography: "caption" }}>
              {ruleLabels[rule]}
            </FormLabel>
            <FormGroup>
              {offered.map(({ code, name }) => (
                <FormControlLabel
                  key={code}
                  control={
                    <Checkbox
                      size="small"
                      checked={tags.includes(code)}
                      onChange={(_, checked) =>
                        choose(rule, checked ? [...tags, code] : tags.filter((tag) => tag !== code))
                      }
                    />
                  }
                  label={name}
                />
              ))}
            </FormGroup>
          </FormControl>
        )}
        {editable && <Replace part={part} id={id} languages={languages} known={known} />}
      </Stack>
    </Box>
  );
});

/** Named languages that the site does not have any more. */
function unknownOf(tags: string[], known: SiteLanguage[]): { code: string; name: string }[] {
  const removed = tags.filter((tag) => known.every(({ code }) => code !== tag));
  return removed.map((code) => ({ code, name: code }));
}

/** Duplicates the part for a language: the original is hidden in it. */
function Replace({ part, id, languages, known }: LanguageFieldsProps & { known: SiteLanguage[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { read } = useCommands();
  const { change, select } = useEditorActions();
  const toast = useToast();
  const shown = known.filter(({ code }) => isShownIn({ ...(languages === undefined ? {} : { languages }) }, code));
  if (shown.length < 2) return null;
  const replace = (tag: string) => {
    setAnchor(null);
    const open = read();
    if (open === null) return;
    const [changed, copyId] = replaceInLanguage(open.document, { type: part, id }, tag);
    if (changed === open.document) return toast.error(limitReached());
    change(changed);
    select({ type: part, id: copyId });
  };
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t`Replace in a language…`}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {shown.map(({ code, name }) => (
          <MenuItem key={code} onClick={() => replace(code)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
