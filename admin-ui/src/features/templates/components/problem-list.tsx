import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Typography from "@mui/material/Typography";
import ErrorOutline from "@mui/icons-material/ErrorOutlineOutlined";
import WarningAmber from "@mui/icons-material/WarningAmber";
import type { FileProblem } from "../api";

interface ProblemListProps {
  problems: FileProblem[];
  /** Whether each item shows its file. */
  withFile?: boolean;
  onChosen: (problem: FileProblem) => void;
}

/** Position and file of a problem as text. */
export function placeOf(problem: FileProblem, withFile: boolean): string {
  const place =
    problem.line === 0 ? t`The whole file` : t`Line ${{ line: problem.line }}, column ${{ column: problem.column }}`;
  return withFile && problem.path !== "" ? `${problem.path} · ${place}` : place;
}

/** Problems with links to their positions. */
export function ProblemList({ problems, withFile = false, onChosen }: ProblemListProps) {
  if (problems.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ px: 1.5, py: 1 }}>
        {t`No problems found.`}
      </Typography>
    );
  }
  return (
    <List dense disablePadding aria-label={t`Problems`}>
      {problems.map((problem, index) => (
        <li key={`${problem.path}:${problem.line}:${problem.column}:${index}`}>
          <ListItemButton onClick={() => onChosen(problem)} sx={{ gap: 1, alignItems: "flex-start", px: 1.5 }}>
            <Box sx={{ pt: 0.4, fontSize: 0 }}>
              {problem.severity === "error" ? (
                <ErrorOutline fontSize="small" color="error" titleAccess={t`Error`} />
              ) : (
                <WarningAmber fontSize="small" color="warning" titleAccess={t`Warning`} />
              )}
            </Box>
            <ListItemText
              primary={problem.help === "" ? problem.message : `${problem.message} ${problem.help}`}
              secondary={placeOf(problem, withFile)}
              slotProps={{ primary: { sx: { overflowWrap: "anywhere" } } }}
            />
          </ListItemButton>
        </li>
      ))}
    </List>
  );
}
