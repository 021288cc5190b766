import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import MoreVert from "@mui/icons-material/MoreVert";
import { useState } from "react";
import { Link } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { useClipboardCommands } from "../hooks/use-clipboard";
import { useEditable } from "../hooks/use-open-page";

interface BarMenuProps {
  /** Public URL of the page. */
  address: string;
  /** Screen with the page's other settings. */
  about: { path: string; label: string };
  onOpen: (beside: "history" | "share") => void;
  onSearch: () => void;
}

/** Menu for actions that do not fit in the bar on a phone, or that have only a shortcut elsewhere. */
export function BarMenu({ address, about, onOpen, onSearch }: BarMenuProps) {
  const website = useWebsite();
  const editable = useEditable();
  const { paste } = useClipboardCommands();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (run: () => void) => () => {
    setAnchor(null);
    run();
  };
  return (
    <Box sx={{ display: { xs: "block", sm: "none" } }}>
      <IconButton
        size="small"
        aria-label={t`More`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={choose(onSearch)}>{t`Search`}</MenuItem>
        {editable && <MenuItem onClick={choose(() => onOpen("share"))}>{t`Share a preview`}</MenuItem>}
        {editable && <MenuItem onClick={choose(paste)}>{t`Paste a block or section`}</MenuItem>}
        <MenuItem onClick={choose(() => onOpen("history"))}>{t`History`}</MenuItem>
        <MenuItem component={Link} to={`/sites/${website.id}/${about.path}`}>
          {about.label}
        </MenuItem>
        <MenuItem component="a" href={address} target="_blank" rel="noreferrer" onClick={() => setAnchor(null)}>
          {t`View on the site`}
        </MenuItem>
      </Menu>
    </Box>
  );
}
