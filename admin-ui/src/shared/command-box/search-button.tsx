import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import SearchIcon from "@mui/icons-material/Search";
import { commandBoxKeys } from "./shortcut";

/** Opens the command box, and shows its shortcut. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <ButtonBase
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts={commandBoxKeys() === "⌘K" ? "Meta+K" : "Control+K"}
      aria-label={t`Search`}
      sx={{
        width: "100%",
        justifyContent: "flex-start",
        gap: 1,
        px: 1.25,
        py: 0.75,
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
        bgcolor: "background.paper",
        color: "text.secondary",
        "&:hover, &.Mui-focusVisible": { borderColor: "primary.main" },
      }}
    >
      <SearchIcon fontSize="small" />
      <Typography variant="body2" component="span" sx={{ flex: 1, textAlign: "left" }}>
        {t`Search`}
      </Typography>
      <Box
        component="kbd"
        aria-hidden
        sx={{
          typography: "caption",
          fontFamily: "inherit",
          border: 1,
          borderColor: "divider",
          borderRadius: 0.5,
          px: 0.5,
        }}
      >
        {commandBoxKeys()}
      </Box>
    </ButtonBase>
  );
}
