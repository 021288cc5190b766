import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ListItemButton from "@mui/material/ListItemButton";
import Typography from "@mui/material/Typography";
import type { Command, CommandGroup } from "./command";

interface CommandListProps {
  id: string;
  groups: CommandGroup[];
  current: Command | null;
  optionId: (command: Command) => string;
  onRun: (command: Command) => void;
}

/** The options, grouped under headings. */
export function CommandList({ id, groups, current, optionId, onRun }: CommandListProps) {
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={t`Results`}
      sx={{
        flex: { xs: 1, sm: "none" },
        maxHeight: { sm: "55vh" },
        overflowY: "auto",
        pb: groups.length === 0 ? 0 : 1,
      }}
    >
      {groups.map(({ name, commands }, position) => {
        const headingId = `${id}-group-${position}`;
        return (
          <Box key={name} role="group" aria-labelledby={headingId}>
            <Typography
              id={headingId}
              role="presentation"
              variant="overline"
              component="div"
              color="textSecondary"
              sx={{ px: 2, pt: 1 }}
            >
              {name}
            </Typography>
            {commands.map((command) => (
              <Option
                key={command.id}
                id={optionId(command)}
                command={command}
                isCurrent={command === current}
                onRun={onRun}
              />
            ))}
          </Box>
        );
      })}
    </Box>
  );
}

interface OptionProps {
  id: string;
  command: Command;
  isCurrent: boolean;
  onRun: (command: Command) => void;
}

function Option({ id, command, isCurrent, onRun }: OptionProps) {
  return (
    <ListItemButton
      id={id}
      component="div"
      dense
      role="option"
      aria-selected={isCurrent}
      selected={isCurrent}
      tabIndex={-1}
      ref={isCurrent ? (element: HTMLDivElement | null) => element?.scrollIntoView({ block: "nearest" }) : undefined}
      onClick={() => onRun(command)}
      sx={{ gap: 2, minHeight: { xs: 44, sm: 36 } }}
    >
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {command.title}
      </Typography>
      {command.detail !== undefined && command.detail !== "" && (
        <Typography variant="caption" color="textSecondary" noWrap sx={{ maxWidth: "50%" }}>
          {command.detail}
        </Typography>
      )}
    </ListItemButton>
  );
}
