import { plural, t } from "@lingui/core/macro";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import MoreVert from "@mui/icons-material/MoreVert";
import { useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { isVersionConflict } from "@/shared/api/if-match";
import { errorText } from "@/shared/i18n/error-text";
import { moves } from "@/shared/navigation/moves";
import type { Direction } from "@/shared/navigation/tree";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useToast } from "@/shared/ui/toast";
import { itemNounsOf } from "../items/item-nouns";
import { useDeletePageMutation, useDuplicatePageMutation, type PageSummary } from "../api";

/** How a row can be moved; a page outside the navigation can only be added to it. */
export interface Moves {
  can: (direction: Direction) => boolean;
  move: (direction: Direction) => void;
  takeOut: () => void;
}

interface PageMenuProps {
  /** Title of the row. */
  title: string;
  rowKey: string;
  /** Null for links and folders without a page. */
  page: PageSummary | null;
  moves: Moves | null;
  /** Adds it to the main navigation; null if it is in it already. */
  takeIn: (() => void) | null;
}

function consequence({ kind, itemCount, collectionType }: PageSummary): string {
  if (kind === "store")
    return t`Only a store without products can be deleted. Visitors can no longer open it. It stays in the trash for 30 days and can be restored.`;
  if (kind !== "blog" || !itemCount)
    return t`Visitors can no longer open it. It stays in the trash for 30 days and can be restored.`;
  const { one, several } = itemNounsOf(collectionType);
  return plural(itemCount, {
    one: `Visitors can no longer open it. It and the one ${one} in it stay in the trash for 30 days and can be restored.`,
    other: `Visitors can no longer open it. It and all # ${several} in it stay in the trash for 30 days and can be restored.`,
  });
}

function refusal(error: unknown): string {
  return isVersionConflict(error)
    ? t`Someone else has just changed this page. Close this dialog, check the page, then delete it.`
    : errorText(error);
}

/** Menu of a row of the tree. */
export function PageMenu({ title, rowKey, page, moves: ways, takeIn }: PageMenuProps) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const mayWrite = usePermission("content", "write");
  const mayDelete = usePermission("content", "delete");
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
    const outcome = await duplicate(ref);
    if (outcome.error === undefined) toast.success(t`Copied. Visitors do not see the copy yet.`);
    else toast.error(errorText(outcome.error));
  };
  const confirm = async () => {
    const gone = await remove({ ...ref, standing: page?.standing ?? "" });
    if (gone.error !== undefined) return;
    setAsking(false);
    toast.success(t`Moved to the trash`);
  };
  if (page === null && ways === null) return null;
  return (
    <>
      <IconButton
        aria-label={t`Actions for ${title}`}
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
          <MenuItem onClick={choose(() => void navigate(`/sites/${website.id}/pages/${page.id}/settings`))}>
            {t`Settings`}
          </MenuItem>
        )}
        {page?.kind === "blog" && (
          <MenuItem onClick={choose(() => void navigate(`/sites/${website.id}/collections/${page.id}/items`))}>
            {t`Contents`}
          </MenuItem>
        )}
        {isPlain && mayWrite && <MenuItem onClick={choose(() => void copy())}>{t`Duplicate`}</MenuItem>}
        {takeIn !== null && <MenuItem onClick={choose(takeIn)}>{t`Add to main navigation`}</MenuItem>}
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
        {ways !== null && <MenuItem onClick={choose(ways.takeOut)}>{t`Remove from the navigation`}</MenuItem>}
        {page !== null && mayDelete && !page.isHome && (
          <MenuItem onClick={choose(() => setAsking(true))} sx={{ color: "error.main" }}>
            {t`Delete`}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={asking}
        title={t`Delete “${title}”?`}
        confirmLabel={t`Delete`}
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
