import { plural } from "@lingui/core/macro";
import ButtonBase from "@mui/material/ButtonBase";
import CommentIcon from "@mui/icons-material/Comment";
import type { Box as PageBox } from "./frame/messages";

interface CommentBadgeProps {
  /** Of the block, in screen pixels. */
  box: PageBox;
  count: number;
  onOpen: () => void;
}

/** Badge at the corner of a block with open comments. */
export function CommentBadge({ box, count, onOpen }: CommentBadgeProps) {
  return (
    <ButtonBase
      aria-label={plural(count, { one: "One comment on this block", other: "# comments on this block" })}
      onClick={onOpen}
      style={{ left: box.x + box.width - 44, top: box.y + 4 }}
      sx={{
        position: "absolute",
        height: 24,
        minWidth: 40,
        px: 0.75,
        gap: 0.5,
        borderRadius: 12,
        bgcolor: "info.main",
        color: "info.contrastText",
        typography: "caption",
        fontWeight: 600,
        pointerEvents: "auto",
        boxShadow: 2,
        "&.Mui-focusVisible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: 2 },
      }}
    >
      <CommentIcon sx={{ fontSize: 14 }} />
      {count}
    </ButtonBase>
  );
}
