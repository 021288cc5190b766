import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { errorText } from "../i18n/error-text";
import type { SiteSearch } from "./use-site-search";

interface SearchNotesProps {
  text: string;
  count: number;
  isLoading: boolean;
  failures: SiteSearch["failures"];
}

function noteOf({ text, count, isLoading }: Omit<SearchNotesProps, "failures">): string {
  if (isLoading) return t`Searching…`;
  if (text === "") return "";
  if (count === 0) return t`No results for “${text}”`;
  return plural(count, { one: "1 result", other: "# results" });
}

/** Status of the search: running, no results, or partly failed. */
export function SearchNotes({ failures, ...search }: SearchNotesProps) {
  const { count, isLoading } = search;
  return (
    <>
      {isLoading && <LinearProgress aria-hidden sx={{ flexShrink: 0 }} />}
      <Box role="status" sx={count === 0 ? undefined : visuallyHidden}>
        {noteOf(search) !== "" && (
          <Typography variant="body2" color="textSecondary" sx={{ px: 2, py: 2 }}>
            {noteOf(search)}
          </Typography>
        )}
      </Box>
      {failures.map(({ name, error, retry }) => (
        <Alert
          key={name}
          severity="error"
          sx={{ mx: 1.5, mb: 1.5 }}
          action={
            <Button size="small" color="inherit" onClick={retry}>
              {t`Try again`}
            </Button>
          }
        >
          {t`${name} could not be searched. ${{ errorText: errorText(error) }}`}
        </Alert>
      ))}
    </>
  );
}
