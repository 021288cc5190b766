import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import ExpandMore from "@mui/icons-material/ExpandMore";
import { useId, type ComponentType, type ReactNode } from "react";

interface SidebarGroupProps {
  label: string;
  isOpen: boolean;
  /** Pending counts of its screens; shown next to the group name while it is collapsed. */
  badges: ComponentType[];
  onToggle: () => void;
  children: ReactNode;
}

/** A collapsible group of screens. */
export function SidebarGroup({ label, isOpen, badges, onToggle, children }: SidebarGroupProps) {
  const id = useId();
  return (
    <Box sx={{ mb: 1 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
        <Typography variant="overline" color="textSecondary" component="h2" sx={{ flex: 1, display: "block" }}>
          <ButtonBase
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
            sx={{
              width: "100%",
              justifyContent: "space-between",
              px: 1.25,
              minHeight: { xs: 40, md: 28 },
              borderRadius: 1,
              font: "inherit",
              letterSpacing: "inherit",
              textTransform: "inherit",
              "&:hover, &.Mui-focusVisible": { bgcolor: "action.hover" },
            }}
          >
            {label}
            <ExpandMore
              fontSize="small"
              sx={{ transition: "transform 120ms", transform: isOpen ? "none" : "rotate(-90deg)" }}
            />
          </ButtonBase>
        </Typography>
        {!isOpen && badges.map((Badge, position) => <Badge key={position} />)}
      </Box>
      <Box id={id} hidden={!isOpen}>
        {isOpen && children}
      </Box>
    </Box>
  );
}
