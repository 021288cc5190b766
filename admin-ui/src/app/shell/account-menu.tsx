import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { useColorScheme } from "@mui/material/styles";
import Contrast from "@mui/icons-material/Contrast";
import DarkModeOutlined from "@mui/icons-material/DarkModeOutlined";
import LightModeOutlined from "@mui/icons-material/LightModeOutlined";
import Logout from "@mui/icons-material/Logout";
import ManageAccountsOutlined from "@mui/icons-material/ManageAccountsOutlined";
import MoreHoriz from "@mui/icons-material/MoreHoriz";
import { useState } from "react";
import { Link } from "react-router";
import { useAccount } from "@/shared/session/hooks";
import { useSignOut } from "@/shared/session/use-sign-out";

const schemes = [
  {
    mode: "system",
    get label() {
      return t`System`;
    },
    icon: Contrast,
  },
  {
    mode: "light",
    get label() {
      return t`Light`;
    },
    icon: LightModeOutlined,
  },
  {
    mode: "dark",
    get label() {
      return t`Dark`;
    },
    icon: DarkModeOutlined,
  },
] as const;

export function AccountMenu() {
  const account = useAccount();
  const { mode, setMode } = useColorScheme();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const signOut = useSignOut();
  if (account === null) return null;
  return (
    <>
      <ButtonBase
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-label={t`Account of ${{ name: account.name }}`}
        sx={{
          width: "100%",
          textAlign: "left",
          p: 1,
          borderRadius: 1.5,
          gap: 1,
          "&:hover": { bgcolor: "action.hover" },
          "&.Mui-focusVisible": { outline: 2, outlineColor: "primary.main" },
        }}
      >
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" noWrap sx={{ fontWeight: 550 }}>
            {account.name}
          </Typography>
          <Typography variant="caption" color="textSecondary" noWrap sx={{ display: "block" }}>
            {account.email}
          </Typography>
        </Box>
        <MoreHoriz fontSize="small" />
      </ButtonBase>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {schemes.map(({ mode: choice, label, icon: Icon }) => (
          <MenuItem key={choice} selected={mode === choice} onClick={() => setMode(choice)}>
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            <ListItemText>{label}</ListItemText>
          </MenuItem>
        ))}
        <Divider />
        <MenuItem component={Link} to="/account" onClick={() => setAnchor(null)}>
          <ListItemIcon>
            <ManageAccountsOutlined fontSize="small" />
          </ListItemIcon>
          <ListItemText>{t`Your account`}</ListItemText>
        </MenuItem>
        <MenuItem onClick={() => void signOut()}>
          <ListItemIcon>
            <Logout fontSize="small" />
          </ListItemIcon>
          <ListItemText>{t`Sign out`}</ListItemText>
        </MenuItem>
      </Menu>
    </>
  );
}
