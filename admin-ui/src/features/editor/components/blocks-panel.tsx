import { useDraggable } from "@dnd-kit/core";
import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import DragIndicator from "@mui/icons-material/DragIndicator";
import { useRef, useState, type KeyboardEvent } from "react";
import { useWebsite } from "@/shared/session/hooks";
import { countBlocks } from "../document/find";
import { blockLimit, limitReached } from "../document/types";
import { useCommands } from "../hooks/use-commands";
import { useStructure } from "../hooks/use-open-page";
import { recentKinds } from "../recent-kinds";
import { visibleGroups, thumbnailAddress, type BlockOption } from "../schema/block-options";
import { useBlockKinds } from "./block-kinds";
import { gridItemMark, onGridKey } from "./grid-navigation";

/** Block kinds and their presets that match the search, to drag onto the page or add after the selection. */
export function BlocksPanel() {
  const kinds = useBlockKinds();
  const website = useWebsite();
  const document = useStructure();
  // Fixed when the panel opens, so that nothing moves under the pointer.
  const [recent] = useState(() => recentKinds(website.id));
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const groups = visibleGroups(kinds.all, search, null, recent);
  const full = countBlocks(document) >= blockLimit;
  return (
    <Box role="region" aria-label={t`Blocks to add`} sx={{ p: 1.5 }}>
      <TextField
        type="search"
        placeholder={t`Search blocks`}
        value={search}
        inputRef={field}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => onGridKey(event, field.current, list.current)}
        slotProps={{ htmlInput: { "aria-label": t`Search the blocks to add` } }}
      />
      <Typography variant="caption" color="textSecondary" sx={{ display: "block", mt: 1 }}>
        {full ? limitReached() : t`Drag a block onto the page, or add it after what is selected.`}
      </Typography>
      {groups.length === 0 && search.trim() !== "" && (
        <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {t`No blocks found for “${{ search: search.trim() }}”.`}
        </Typography>
      )}
      <Box ref={list}>
        {groups.map(({ name, offers }) => (
          <Box key={name} sx={{ mt: 1.5 }}>
            <Typography variant="overline" component="h2" color="textSecondary">
              {name}
            </Typography>
            <Box component="ul" aria-label={name} sx={{ listStyle: "none", m: 0, p: 0 }}>
              {offers.map((offer) => (
                <BlockOptionEntry
                  key={offer.key}
                  offer={offer}
                  disabled={full}
                  onArrow={(event) => onGridKey(event, field.current, list.current)}
                />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

interface BlockOptionEntryProps {
  offer: BlockOption;
  disabled: boolean;
  onArrow: (event: KeyboardEvent) => void;
}

function BlockOptionEntry({ offer: { key, kind, name, settings }, disabled, onArrow }: BlockOptionEntryProps) {
  const commands = useCommands();
  const { setNodeRef, listeners, attributes } = useDraggable({
    id: `kind ${key}`,
    data: { dragged: { type: "kind", kind: kind.kind, settings }, label: name },
    disabled,
  });
  return (
    <Box
      component="li"
      sx={{ display: "flex", alignItems: "center", borderRadius: 1, "&:hover": { bgcolor: "background.paper" } }}
    >
      <ButtonBase
        ref={setNodeRef}
        {...listeners}
        {...attributes}
        disabled={disabled}
        aria-label={t`Drag ${name}`}
        title={kind.description}
        sx={{
          flex: 1,
          minWidth: 0,
          justifyContent: "flex-start",
          gap: 0.5,
          p: 0.75,
          cursor: "grab",
          borderRadius: 1,
          "&.Mui-focusVisible": { bgcolor: "action.focus" },
        }}
      >
        <DragIndicator fontSize="small" sx={{ color: "text.secondary" }} />
        {kind.thumbnail != null && (
          <Box
            component="img"
            src={thumbnailAddress(kind.thumbnail)}
            alt=""
            width={36}
            height={24}
            draggable={false}
            sx={{ flex: "none", mr: 0.5 }}
          />
        )}
        <Typography variant="body2" noWrap>
          {name}
        </Typography>
      </ButtonBase>
      <IconButton
        {...gridItemMark}
        size="small"
        disabled={disabled}
        aria-label={t`Add ${name}`}
        onKeyDown={onArrow}
        onClick={() => commands.addAfterSelection(kind, settings)}
      >
        <Add fontSize="small" />
      </IconButton>
    </Box>
  );
}
