import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import EditOutlined from "@mui/icons-material/EditOutlined";
import { skipToken } from "@reduxjs/toolkit/query";
import { memo } from "react";
import { Link } from "react-router";
import { areaScreen } from "@/shared/areas/addresses";
import { useListAreasQuery } from "@/shared/areas/api";
import { useWebsite } from "@/shared/session/hooks";
import { useEditable } from "../../hooks/use-open-page";
import type { PageLayout } from "./frame/messages";
import { onScreen, type Point } from "./geometry";

interface AreaMarksProps {
  areas: PageLayout["areas"];
  scroll: Point;
  /** Screen pixels per page pixel. */
  scale: number;
  /** The area under the pointer. */
  hovered: string | null;
}

/** A link over each theme area on the page, to the screen where it is edited. */
export const AreaMarks = memo(function AreaMarks({ areas, scroll, scale, hovered }: AreaMarksProps) {
  const website = useWebsite();
  const editable = useEditable();
  const { data } = useListAreasQuery(areas.length === 0 ? skipToken : { websiteId: website.id });
  return areas.map((area, index) => {
    const box = onScreen(area, scroll, scale);
    if (box.height === 0) return null;
    const label = data?.find(({ id }) => id === area.id)?.label ?? area.id;
    return (
      <Box
        // A template can render an area twice.
        key={`${area.id} ${index}`}
        // Not in `sx`: each position would add a rule to the style sheet.
        style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
        sx={{
          outline: hovered === area.id ? "1px dashed" : "none",
          outlineColor: "primary.main",
          outlineOffset: -1,
          "&:focus-within": { outline: "1px dashed" },
        }}
      >
        <Button
          component={Link}
          to={areaScreen(website.id, area.id)}
          variant="outlined"
          size="small"
          startIcon={<EditOutlined />}
          sx={{
            position: "absolute",
            top: 4,
            right: 4,
            maxWidth: "calc(100% - 8px)",
            pointerEvents: "auto",
            bgcolor: "background.paper",
          }}
        >
          <Box component="span" sx={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}>
            {editable ? t`Edit ${label}` : t`Open ${label}`}
          </Box>
        </Button>
      </Box>
    );
  });
});
