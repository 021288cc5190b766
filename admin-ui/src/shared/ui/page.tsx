import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import ArrowBack from "@mui/icons-material/ArrowBack";
import IconButton from "@mui/material/IconButton";
import { useEffect, type ReactNode } from "react";
import { Link } from "react-router";
import { mirrored } from "./mirrored";

/** Link to the parent screen. */
export interface BackLink {
  to: string;
  label: string;
}

export interface PageProps {
  title: string;
  /** Status chips beside the title. */
  status?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Menu with further actions: after the others, on a phone in the row of the heading. */
  menu?: ReactNode;
  /** Target of the back arrow before the title. */
  back?: BackLink;
  width?: "narrow" | "normal" | "wide";
  children: ReactNode;
}

const widths = { narrow: 760, normal: 1080, wide: 1360 };

/** Arrow of a back link; points to where lines begin, in right-to-left languages too. */
export function BackArrow() {
  return <ArrowBack fontSize="small" sx={mirrored} />;
}

/** Layout of every screen: heading, actions, content. */
export function Page({ title, status, description, actions, menu, back, width = "normal", children }: PageProps) {
  useEffect(() => {
    document.title = `${title} – Stoa`;
  }, [title]);
  return (
    <Box sx={{ maxWidth: widths[width], mx: "auto", px: { xs: 2, sm: 3, lg: 4 }, pt: { xs: 2, md: 4 }, pb: 10 }}>
      <Stack
        component="header"
        direction="row"
        sx={{ gap: 1.5, alignItems: "flex-start", justifyContent: "space-between", flexWrap: "wrap", mb: 3 }}
      >
        <Stack direction="row" sx={{ gap: 1, alignItems: "flex-start", minWidth: 0, flex: { xs: 1, sm: "0 1 auto" } }}>
          {back && (
            <IconButton
              component={Link}
              to={back.to}
              aria-label={back.label}
              size="small"
              sx={{ marginInlineStart: -0.75 }}
            >
              <BackArrow />
            </IconButton>
          )}
          <Box sx={{ minWidth: 0 }}>
            <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
              <Typography variant="h1" sx={{ overflowWrap: "anywhere" }}>
                {title}
              </Typography>
              {status}
            </Stack>
            {description && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
                {description}
              </Typography>
            )}
          </Box>
        </Stack>
        <Box sx={{ display: { xs: "contents", sm: "flex" }, gap: 1, flexShrink: 0 }}>
          {actions && (
            <Stack
              direction="row"
              sx={{
                gap: 1,
                flexWrap: "wrap",
                width: { xs: 1, sm: "auto" },
                order: { xs: 1, sm: 0 },
                "&:empty": { display: "none" },
              }}
            >
              {actions}
            </Stack>
          )}
          {menu}
        </Box>
      </Stack>
      {children}
    </Box>
  );
}

/** Shown to users with read-only access. */
export function ViewOnlyChip() {
  return <Chip size="small" variant="soft" label={t`View only`} />;
}
