import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useEffect, useState } from "react";
import { useDebounced } from "@/shared/hooks/use-debounced";
import type { CssProblem } from "../rules/css-problems";

interface CssFieldProps {
  css: string;
  error: string | undefined;
  editable: boolean;
  onChange: (css: string) => void;
}

/** Most problems listed; fixing the first ones often fixes the rest. */
const maxProblems = 5;

/** Problems that a browser would ignore in the CSS, checked after a pause in typing. */
function useCssProblems(css: string): CssProblem[] {
  const settled = useDebounced(css, 500);
  const [problems, setProblems] = useState<CssProblem[]>([]);
  useEffect(() => {
    let isLate = false;
    const look = async () => {
      const { cssProblems } = await import("../rules/css-problems");
      if (!isLate) setProblems(cssProblems(settled, (property, value) => CSS.supports(property, value)));
    };
    // The hints are optional.
    look().catch(() => undefined);
    return () => {
      isLate = true;
    };
  }, [settled]);
  return problems;
}

/** The site's own CSS, with warnings that do not prevent saving. */
export function CssField({ css, error, editable, onChange }: CssFieldProps) {
  const problems = useCssProblems(css);
  return (
    <Stack sx={{ gap: 2 }}>
      <TextField
        label={t`Custom CSS rules`}
        multiline
        fullWidth
        minRows={8}
        maxRows={24}
        value={css}
        disabled={!editable}
        error={error !== undefined}
        helperText={error ?? t`Added after all other styles on every page of this site, with any theme.`}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: "ui-monospace, monospace", fontSize: 13 } } }}
      />
      <div role="status">
        {problems.length > 0 && (
          <Alert severity="warning" role="presentation">
            {problems.slice(0, maxProblems).map(({ line, message }) => (
              <div key={line}>{t`Line ${line}: ${message}`}</div>
            ))}
            {problems.length > maxProblems && <div>{t`…and ${{ value: problems.length - maxProblems }} more.`}</div>}
          </Alert>
        )}
      </div>
    </Stack>
  );
}
