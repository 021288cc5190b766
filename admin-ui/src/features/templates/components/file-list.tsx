import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import { useState } from "react";
import { Link } from "react-router";
import { SearchField } from "@/shared/ui/search-field";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import type { FileSummary } from "../api";

interface FileListProps {
  files: FileSummary[];
  open: string | null;
  onNew: () => void;
  onChosen: () => void;
}

const groups = [
  {
    get title() {
      return t`Frame`;
    },
    fits: (path: string) => path.endsWith(".region"),
  },
  {
    get title() {
      return t`Pages`;
    },
    fits: (path: string) => /\.(item|list)$/.test(path),
  },
  {
    get title() {
      return t`Partials`;
    },
    fits: (path: string) => path.endsWith(".block"),
  },
  {
    get title() {
      return t`Style sheets`;
    },
    fits: (path: string) => /\.(css|less)$/.test(path),
  },
];

/** All files of the theme, with marks on those that the site has changed. */
export function FileList({ files, open, onNew, onChosen }: FileListProps) {
  const editable = usePermission("design", "write");
  const [words, setWords] = useState("");
  const fitting = files.filter(({ path }) => path.includes(words.trim().toLowerCase()));
  return (
    <Box component="nav" aria-label={t`Files of the theme`} sx={{ px: 1.25, py: 1.5 }}>
      <Stack sx={{ gap: 1, mb: 1 }}>
        <SearchField label={t`Find a file`} value={words} onChange={setWords} />
        {editable && (
          <Button size="small" variant="outlined" color="inherit" startIcon={<Add />} onClick={onNew}>
            {t`New partial`}
          </Button>
        )}
      </Stack>
      {fitting.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 1, py: 2 }}>
          {t`No files match your search.`}
        </Typography>
      )}
      {groups.map(({ title, fits }) => (
        <Group
          key={title}
          title={title}
          files={fitting.filter(({ path }) => fits(path))}
          open={open}
          onChosen={onChosen}
        />
      ))}
    </Box>
  );
}

interface GroupProps {
  title: string;
  files: FileSummary[];
  open: string | null;
  onChosen: () => void;
}

function Group({ title, files, open, onChosen }: GroupProps) {
  const website = useWebsite();
  if (files.length === 0) return null;
  return (
    <Box component="section" aria-label={title} sx={{ mb: 1 }}>
      <Typography variant="overline" color="textSecondary" component="h2" sx={{ px: 1 }}>
        {title}
      </Typography>
      <List dense disablePadding>
        {files.map((file) => (
          <li key={file.path}>
            <ListItemButton
              component={Link}
              to={`/sites/${website.id}/templates/${encodeURIComponent(file.path)}`}
              selected={file.path === open}
              aria-current={file.path === open ? "page" : undefined}
              onClick={onChosen}
              sx={{
                borderRadius: 1,
                px: 1,
                py: 0.25,
                gap: 0.75,
                "&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible": {
                  bgcolor: "background.paper",
                  boxShadow: "0 1px 2px rgb(0 0 0 / 8%)",
                  "& .MuiListItemText-primary": { fontWeight: 600 },
                },
              }}
            >
              <ListItemText primary={file.path} slotProps={{ primary: { noWrap: true, title: file.path } }} />
              <Mark file={file} />
            </ListItemButton>
          </li>
        ))}
      </List>
    </Box>
  );
}

/** Badge with the state of a file. */
export function Mark({ file }: { file: FileSummary }) {
  if (file.removed) return <Chip size="small" variant="soft" color="error" label={t`Removed`} />;
  if (file.unpublished) return <Chip size="small" variant="soft" color="warning" label={t`Draft`} />;
  if (file.origin === "site") return <Chip size="small" variant="soft" color="success" label={t`Own`} />;
  if (file.own) return <Chip size="small" variant="soft" color="success" label={t`Changed`} />;
  return null;
}
