import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import MoreVert from "@mui/icons-material/MoreVert";
import { useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { isLate } from "@/shared/api/seen";
import { errorText } from "@/shared/i18n/error-text";
import type { Direction } from "@/shared/navigation/tree";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useToast } from "@/shared/ui/toast";
import { wordsOf } from "../items/words";
import { useDeletePageMutation, useDuplicatePageMutation, type PageSummary } from "../api";

const moves: { direction: Direction; label: string; key: string }[] = [
  { direction: "up", label: "Move up", key: "ArrowUp" },
  { direction: "down", label: "Move down", key: "ArrowDown" },
  { direction: "in", label: "Move into the folder above", key: "ArrowRight" },
  { direction: "out", label: "Move out of the folder", key: "ArrowLeft" },
];

/** How a row can be moved; a page that no navigation holds can only be taken in. */
export interface Moves {
  can: (direction: Direction) => boolean;
  move: (direction: Direction) => void;
  takeOut: () => void;
}

interface PageMenuProps {
  /** Its name for the row. */
  title: string;
  rowKey: string;
  /** None for links and folders without a page. */
  page: PageSummary | null;
  moves: Moves | null;
  /** Puts it into the main navigation; none where it is already. */
  takeIn: (() => void) | null;
}

function consequence({ kind, itemCount, collectionType }: PageSummary): string {
  const rest = "in the trash for 30 days and can be brought back.";
  if (kind === "store") return `Only a store without products can be deleted. Visitors find it no longer. It lies ${rest}`;
  if (kind !== "blog" || !itemCount) return `Visitors find it no longer. It lies ${rest}`;
  const { one, several } = wordsOf(collectionType);
  return `Visitors find it no longer, and ${itemCount === 1 ? `the one ${one}` : `all ${itemCount} ${several}`} in it go along. They lie ${rest}`;
}

function refusal(error: unknown): string {
  return isLate(error) ? "Somebody else has just changed this page. Close this and look at it, then delete it." : errorText(error);
}

/** What can be done with a row of the tree. */
export function PageMenu({ title, rowKey, page, moves: ways, takeIn }: PageMenuProps) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const mayWrite = useMay("content", "write");
  const mayDelete = useMay("content", "delete");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState(false);
  const [duplicate] = useDuplicatePageMutation();
  const [remove, removal] = useDeletePageMutation();
  const ref = { websiteId: website.id, pageId: page?.id ?? "" };
  const isPlain = page !== null && (page.kind === "page" || page.kind === "folder");
  const choose = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = moves.find(({ key }) => event.altKey && event.key === key);
    if (step === undefined || ways === null) return;
    event.preventDefault();
    if (ways.can(step.direction)) ways.move(step.direction);
  };
  const copy = async () => {
    const made = await duplicate(ref);
    toast.say(made.error === undefined ? "Copied. Visitors do not see the copy yet." : errorText(made.error));
  };
  const confirm = async () => {
    const gone = await remove({ ...ref, standing: page?.standing ?? "" });
    if (gone.error !== undefined) return;
    setAsking(false);
    toast.say("Put into the trash");
  };
  if (page === null && ways === null) return null;
  return (
    <>
      <IconButton
        aria-label={`Actions for ${title}`}
        aria-haspopup="menu"
        aria-keyshortcuts={ways === null ? undefined : moves.map(({ key }) => `Alt+${key}`).join(" ")}
        data-entry={rowKey}
        onKeyDown={onKeyDown}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {page !== null && (
          <MenuItem onClick={choose(() => void navigate(`/sites/${website.id}/pages/${page.id}/settings`))}>Settings</MenuItem>
        )}
        {page?.kind === "blog" && (
          <MenuItem onClick={choose(() => void navigate(`/sites/${website.id}/collections/${page.id}/items`))}>What lies in it</MenuItem>
        )}
        {isPlain && mayWrite && <MenuItem onClick={choose(() => void copy())}>Duplicate</MenuItem>}
        {takeIn !== null && <MenuItem onClick={choose(takeIn)}>Add to main navigation</MenuItem>}
        {ways !== null &&
          moves.map(({ direction, label }) => (
            <MenuItem
              key={direction}
              disabled={anchor === null || !ways.can(direction)}
              onClick={choose(() => ways.move(direction))}
            >
              {label}
            </MenuItem>
          ))}
        {ways !== null && <MenuItem onClick={choose(ways.takeOut)}>Take out of the navigation</MenuItem>}
        {page !== null && mayDelete && !page.isHome && (
          <MenuItem onClick={choose(() => setAsking(true))} sx={{ color: "error.main" }}>
            Delete
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={asking}
        title={`Delete “${title}”?`}
        confirmLabel="Delete"
        tone="error"
        busy={removal.isLoading}
        error={removal.error === undefined ? null : refusal(removal.error)}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        {page === null ? "" : consequence(page)}
      </ConfirmDialog>
    </>
  );
}
