import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import type { Submission } from "../api";
import { noValue, phoneUrl, statementOf, valueText } from "../submission-text";

/** The value of a field, formatted by field type. */
export function SubmissionValue({ answer }: { answer: Submission["values"][number] }) {
  const { kind, value } = answer;
  if (value === noValue)
    return (
      <Box component="span" sx={{ color: "text.secondary" }}>
        {valueText(answer)}
      </Box>
    );
  switch (kind) {
    case "email":
      return <Link href={`mailto:${value}`}>{value}</Link>;
    case "phone":
      return <Link href={phoneUrl(value)}>{value}</Link>;
    case "website":
      return (
        <Link href={value} target="_blank" rel="noopener noreferrer nofollow">
          {value}
        </Link>
      );
    case "password":
      return <Secret value={value} />;
    case "checkbox":
      return (
        <Stack direction="row" component="span" sx={{ gap: 0.75, flexWrap: "wrap" }}>
          {(answer.choices.length > 0 ? answer.choices : value.split(", ")).map((choice) => (
            <Chip key={choice} component="span" size="small" variant="soft" label={choice} />
          ))}
        </Stack>
      );
    case "likert":
      return <Statements lines={value.split("\n")} />;
    default:
      return (
        <Box component="span" sx={{ whiteSpace: "pre-line" }}>
          {valueText(answer)}
        </Box>
      );
  }
}

/** Statements of a Likert scale with the grade of each. */
function Statements({ lines }: { lines: string[] }) {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: "grid", columnGap: 2, rowGap: 0.5, gridTemplateColumns: { sm: "auto 1fr" } }}
    >
      {lines.map((line) => {
        const { statement, grade } = statementOf(line);
        return (
          <Box key={line} sx={{ display: "contents" }}>
            <Box component="dt" sx={{ color: "text.secondary" }}>
              {statement}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {grade}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

/** Masked until requested, against shoulder surfing. */
function Secret({ value }: { value: string }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <span>{value}</span>;
  return (
    <Button size="small" color="inherit" onClick={() => setShown(true)}>
      {t`Show`}
    </Button>
  );
}
