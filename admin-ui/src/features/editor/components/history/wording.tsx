import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useMemo } from "react";
import { compareWords, shortened, type Run } from "../../wording/compare-words";

interface WordingProps {
  /** The setting that the words stand in; empty where there is one only. */
  title: string;
  before: string;
  after: string;
}

/** How two texts differ: words that went are struck out, words that came are underlined, and both are said to be so. */
export function Wording({ title, before, after }: WordingProps) {
  const runs = useMemo(() => shortened(compareWords(before, after)), [before, after]);
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
  added: { component: "ins", said: "added: ", color: "success.main", textDecoration: "underline" },
  removed: { component: "del", said: "removed: ", color: "error.main", textDecoration: "line-through" },
} as const;

function Words({ run: { kind, text } }: { run: Run }) {
  if (kind === "same") return text;
  const { component, said, color, textDecoration } = marks[kind];
  return (
    <Box component={component} sx={{ color, textDecoration, fontWeight: kind === "added" ? 600 : undefined }}>
      <Box component="span" sx={visuallyHidden}>
        {said}
      </Box>
      {text}
    </Box>
  );
}
