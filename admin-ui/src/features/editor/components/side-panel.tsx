import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { memo, useState, type ReactNode } from "react";
import { useEditable } from "../hooks/use-open-page";
import { BlocksPanel } from "./blocks-panel";

type Side = "outline" | "blocks";

/** Panel beside the canvas: the outline of the page, and the blocks that can be added. */
export function SidePanel({ outline }: { outline: ReactNode }) {
  const editable = useEditable();
  const [side, setSide] = useState<Side>("outline");
  if (!editable) return <Box sx={{ overflowY: "auto" }}>{outline}</Box>;
  return (
    <Box
      component="aside"
      aria-label={t`Outline and blocks`}
      sx={{ display: "flex", flexDirection: "column", minHeight: 0 }}
    >
      <SideTabs side={side} onChoose={setSide} />
      <Box sx={{ overflowY: "auto", flex: 1 }}>{side === "outline" ? outline : <BlocksPanel />}</Box>
    </Box>
  );
}

/** Memoized: MUI tabs measure themselves on each render. */
const SideTabs = memo(function SideTabs({ side, onChoose }: { side: Side; onChoose: (side: Side) => void }) {
  return (
    <Tabs
      value={side}
      onChange={(_, next: Side) => onChoose(next)}
      variant="fullWidth"
      aria-label={t`Page panel`}
      sx={{ flexShrink: 0, minHeight: 40 }}
    >
      <Tab value="outline" label={t`Outline`} sx={{ minHeight: 40 }} />
      <Tab value="blocks" label={t`Blocks`} sx={{ minHeight: 40 }} />
    </Tabs>
  );
});
