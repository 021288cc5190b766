import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { useSize } from "@/shared/hooks/use-size";
import { useWebsite } from "@/shared/session/hooks";
import { sectionPage } from "../../section-library/section-page";

interface SectionCardProps {
  name: string;
  description: string;
  sectionId: string;
  /** HTML of the preview page; null before it is rendered, or if it is not. */
  html: string | null;
  onAdd: () => void;
}

/** Width and maximum height of a section preview, in CSS pixels of the page. */
const shownWidth = 1100;
const shownHeight = 640;

/** A section preview with a button to add it to the page. */
export function SectionCard({ name, description, sectionId, html, onAdd }: SectionCardProps) {
  const website = useWebsite();
  const [room, size] = useSize();
  const scale = size.width / shownWidth;
  const alone = useMemo(
    () => (html === null ? null : sectionPage(html, sectionId, website.url)),
    [html, sectionId, website.url],
  );
  return (
    <ButtonBase
      onClick={onAdd}
      aria-label={t`Add ${name}`}
      sx={{
        display: "block",
        width: "100%",
        textAlign: "left",
        border: 1,
        borderColor: "divider",
        borderRadius: 1.5,
        overflow: "hidden",
        "&:hover, &.Mui-focusVisible": {
          borderColor: "primary.main",
          outline: "1px solid",
          outlineColor: "primary.main",
        },
      }}
    >
      <Box
        ref={room}
        sx={{ height: shownHeight * scale || 180, overflow: "hidden", bgcolor: "action.hover", pointerEvents: "none" }}
      >
        {alone !== null && scale > 0 && (
          <iframe
            title={t`How ${name} looks`}
            sandbox=""
            tabIndex={-1}
            aria-hidden
            srcDoc={alone}
            style={{
              border: 0,
              width: shownWidth,
              height: shownHeight,
              transform: `scale(${scale})`,
              transformOrigin: "0 0",
              background: "#fff",
            }}
          />
        )}
      </Box>
      <Box sx={{ p: 1.5 }}>
        <Typography variant="subtitle2" component="span" sx={{ display: "block" }}>
          {name}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {description}
        </Typography>
      </Box>
    </ButtonBase>
  );
}
