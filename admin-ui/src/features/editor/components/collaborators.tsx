import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Tooltip from "@mui/material/Tooltip";
import visuallyHidden from "@mui/utils/visuallyHidden";
import Group from "@mui/icons-material/GroupOutlined";
import { useOpenPage } from "../hooks/use-open-page";

/** Text for the other people who have the page open. */
function collaboratorsText([first, ...others]: string[]): string {
  if (first === undefined) return t`You have this page open in another tab or device`;
  return others.length === 0
    ? t`${first} is editing too`
    : t`${first} and ${{ count: others.length }} more are editing too`;
}

/** Other people who have the page open; only their number on narrow screens. */
export function Collaborators() {
  const people = useOpenPage(({ people }) => people);
  if (people.length === 0) return null;
  // A person with several tabs is named once.
  const names = [...new Set(people.filter(({ isOwn }) => !isOwn).map(({ name }) => name))];
  const words = collaboratorsText(names);
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
