import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import Check from "@mui/icons-material/Check";
import UnfoldMore from "@mui/icons-material/UnfoldMore";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { useWebsite, useWebsites } from "@/shared/session/hooks";
import { ownerRole } from "@/shared/session/roles";

/** Name of the current site; a menu of sites for users with several, or who may create one. */
export function SiteSwitcher() {
  const website = useWebsite();
  const websites = useWebsites();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isOwner = websites.some(({ roles }) => roles.includes(ownerRole));
  const several = websites.length > 1 || isOwner;
  return (
    <>
      <ButtonBase
        disabled={!several}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup={several ? "menu" : undefined}
        aria-label={several ? t`Switch site, now ${{ title: website.title }}` : undefined}
        sx={{
          width: "100%",
          justifyContent: "flex-start",
          textAlign: "left",
          gap: 1.25,
          p: 1,
          borderRadius: 1.5,
          "&:hover": { bgcolor: "action.hover" },
          "&.Mui-focusVisible": { outline: 2, outlineColor: "primary.main" },
        }}
      >
        <Monogram title={website.title} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="subtitle2" component="span" noWrap sx={{ display: "block" }}>
            {website.title}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap sx={{ display: "block" }}>
            {new URL(website.url).host}
          </Typography>
        </Box>
        {several && <UnfoldMore fontSize="small" />}
      </ButtonBase>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {websites.map((candidate) => (
          <MenuItem
            key={candidate.id}
            selected={candidate.id === website.id}
            onClick={() => {
              setAnchor(null);
              void navigate(`/sites/${candidate.id}`);
            }}
          >
            <ListItemText primary={candidate.title} secondary={new URL(candidate.url).host} sx={{ minWidth: 180 }} />
            <ListItemIcon sx={{ justifyContent: "flex-end" }}>
              {candidate.id === website.id && <Check fontSize="small" />}
            </ListItemIcon>
          </MenuItem>
        ))}
        {isOwner && <Divider />}
        {isOwner && (
          <MenuItem component={Link} to="/new-site" onClick={() => setAnchor(null)}>
            <ListItemIcon>
              <Add fontSize="small" />
            </ListItemIcon>
            <ListItemText>{t`New site`}</ListItemText>
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

function Monogram({ title }: { title: string }) {
  return (
    <Box
      aria-hidden
      sx={{
        width: 34,
        height: 34,
        borderRadius: 1,
        display: "grid",
        placeItems: "center",
        bgcolor: "primary.main",
        color: "primary.contrastText",
        fontWeight: 600,
      }}
    >
      {[...title][0]?.toUpperCase()}
    </Box>
  );
}
