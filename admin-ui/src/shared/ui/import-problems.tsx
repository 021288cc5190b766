import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import { useState } from "react";

/** Problems shown at once. */
const SHOWN = 10;

export interface ImportProblem {
  id: string;
  text: string;
}

/** What of a file cannot be imported; nothing if there is nothing. */
export function ImportProblems({ title, complaints }: { title: string; complaints: ImportProblem[] }) {
  const [all, setAll] = useState(false);
  if (complaints.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ overflowWrap: "anywhere" }}>
      <AlertTitle>{title}</AlertTitle>
      {(all ? complaints : complaints.slice(0, SHOWN)).map(({ id, text }) => (
        <div key={id}>{text}</div>
      ))}
      {complaints.length > SHOWN && !all && (
        <Button size="small" color="inherit" onClick={() => setAll(true)}>
          {t`Show all ${{ count: complaints.length }}`}
        </Button>
      )}
    </Alert>
  );
}
