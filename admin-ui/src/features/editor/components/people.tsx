import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Tooltip from "@mui/material/Tooltip";
import visuallyHidden from "@mui/utils/visuallyHidden";
import Group from "@mui/icons-material/GroupOutlined";
import { useOpen } from "../hooks/use-open-page";

/** Who has the page open, by the names of other people. */
function wordsFor([first, ...others]: string[]): string {
  if (first === undefined) return "You have this page open elsewhere too";
  return others.length === 0 ? `${first} is editing too` : `${first} and ${others.length} more are editing too`;
}

/** Who else has the page open; where there is little room, how many that are. */
export function People() {
  const people = useOpen(({ people }) => people);
  if (people.length === 0) return null;
  // Somebody with several tabs is named once.
  const names = [...new Set(people.filter(({ isOwn }) => !isOwn).map(({ name }) => name))];
  const words = wordsFor(names);
  return (
    <Tooltip title={names.length > 1 ? names.join(", ") : words}>
      <Chip
        size="small"
        variant="soft"
        color={names.length === 0 ? "default" : "info"}
        icon={<Group />}
        label={
          <>
            <Box component="span" sx={(theme) => ({ [theme.breakpoints.down("md")]: visuallyHidden })}>
              {words}
            </Box>
            <Box component="span" aria-hidden sx={{ display: { md: "none" } }}>
              {Math.max(names.length, 1)}
            </Box>
          </>
        }
        sx={{ minWidth: 0, flexShrink: { xs: 0, md: 1 } }}
      />
    </Tooltip>
  );
}
