import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import TranslateOutlined from "@mui/icons-material/TranslateOutlined";
import VisibilityOff from "@mui/icons-material/VisibilityOffOutlined";
import { memo } from "react";
import type { Block } from "@/shared/page-document/document";
import { hiddenOn } from "../../document/devices";
import type { Commands } from "../../hooks/use-commands";
import { blockExcerpt } from "../block-kinds";
import { deviceNames } from "../devices/device";
import { languageMark } from "./language-mark";
import { outlineBlock } from "./drop-in-outline";
import { dropLine } from "./entry-styles";
import { OutlineLine } from "./outline-line";

interface BlockEntryProps {
  block: Block;
  name: string;
  broken: boolean;
  current: boolean;
  editable: boolean;
  commands: Commands;
  onChosen: (() => void) | undefined;
  /** Whether the dragged item would be dropped above it. */
  drop: boolean;
}

/** Memoized: re-renders only when its own block changes; a page can have hundreds. */
export const BlockEntry = memo(function BlockEntry({ block, name, broken, drop, ...line }: BlockEntryProps) {
  const excerpt = blockExcerpt(block, name);
  const hidden = hiddenOn(block);
  const mark = languageMark(block.languages);
  return (
    <Box component="li" {...{ [outlineBlock]: block.id }} sx={{ boxShadow: dropLine(drop ? "above" : null) }}>
      <OutlineLine part={{ type: "block", id: block.id }} name={name} {...line}>
        <Stack sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" noWrap>
            {name}
          </Typography>
          {excerpt !== "" && (
            <Typography variant="caption" color="textSecondary" noWrap>
              {excerpt}
            </Typography>
          )}
        </Stack>
        {hidden.length > 0 && (
          <VisibilityOff
            fontSize="small"
            color="disabled"
            titleAccess={t`Hidden on ${{ devices: hidden.map((device) => deviceNames[device]).reduce((some, other) => t`${some} and ${other}`) }}`}
          />
        )}
        {mark !== null && <TranslateOutlined fontSize="small" color="disabled" titleAccess={mark} />}
        {broken && <ErrorOutlined fontSize="small" color="error" titleAccess={t`Has an error`} />}
      </OutlineLine>
    </Box>
  );
});
