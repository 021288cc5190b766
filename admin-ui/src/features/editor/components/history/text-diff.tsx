import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useMemo } from "react";
import { diffWords, shortened, type Run } from "../../text-diff/word-diff";

interface TextDiffProps {
  /** Label of the setting; empty if there is only one. */
  title: string;
  before: string;
  after: string;
}

/**
 * Diff of two texts: deleted words are struck out, inserted words are underlined, and both are labelled for screen
 * readers.
 */
export function TextDiff({ title, before, after }: TextDiffProps) {
  const runs = useMemo(() => shortened(diffWords(before, after)), [before, after]);
  return (
    <Typography variant="body2" component="p" sx={{ mt: 0.5, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {title !== "" && (
        <Box component="span" sx={{ color: "text.secondary" }}>
          {title}:{" "}
        </Box>
      )}
      {runs.map((run, index) => (
        <Words key={index} run={run} />
      ))}
    </Typography>
  );
}

const marks = {
  added: {
    component: "ins",
    get label() {
      return t`Added:`;
    },
    color: "success.main",
    textDecoration: "underline",
  },
  removed: {
    component: "del",
    get label() {
      return t`Removed:`;
    },
    color: "error.main",
    textDecoration: "line-through",
  },
} as const;

function Words({ run: { kind, text } }: { run: Run }) {
  if (kind === "same") return text;
  const { component, label, color, textDecoration } = marks[kind];
  return (
    <Box component={component} sx={{ color, textDecoration, fontWeight: kind === "added" ? 600 : undefined }}>
      <Box component="span" sx={visuallyHidden}>
        {label}{" "}
      </Box>
      {text}
    </Box>
  );
}
