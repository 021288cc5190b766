import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import ButtonGroup from "@mui/material/ButtonGroup";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import ArrowDropDown from "@mui/icons-material/ArrowDropDown";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useDiscardDraftMutation, type Page } from "../api";
import { useEditable, useOpenPage } from "../hooks/use-open-page";
import { useWaysToPublish } from "../hooks/use-page-status";
import { usePublish } from "../hooks/use-publish";
import { useSession } from "../hooks/use-session";

interface PublishControlsProps {
  page: Page;
  save: () => Promise<boolean>;
  onSchedule: () => void;
}

/** Buttons to publish the draft, schedule it or submit it for approval, depending on permissions. */
export function PublishControls({ page, save, onSchedule }: PublishControlsProps) {
  const editable = useEditable();
  const mayPublish = usePermission("content", "publish");
  const unsaved = useOpenPage(({ unsaved }) => unsaved);
  const { publish, isPublishing } = usePublish(save);
  const ways = useWaysToPublish(page, save, onSchedule);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isDiscarding, setDiscarding] = useState(false);
  const changed = page.hasUnpublishedChanges || unsaved;
  const mayDiscard = mayPublish && editable && page.publishedRevision !== null;
  const choose = (run: () => void) => () => {
    setAnchor(null);
    run();
  };
  const [first] = ways;
  if (!mayPublish) {
    return (
      first !== undefined && (
        <Button variant="contained" size="small" onClick={first.run} sx={{ flexShrink: 0 }}>
          {first.title}
        </Button>
      )
    );
  }
  return (
    <>
      {mayDiscard && (
        <Button
          size="small"
          color="inherit"
          disabled={!changed}
          onClick={() => setDiscarding(true)}
          sx={{ display: { xs: "none", md: "inline-flex" } }}
        >
          {t`Discard draft`}
        </Button>
      )}
      <ButtonGroup variant="contained" size="small" sx={{ flexShrink: 0 }}>
        <Button disabled={!changed} loading={isPublishing} onClick={publish}>
          {t`Publish`}
        </Button>
        <Button
          aria-label={t`Schedule and review`}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          disabled={ways.length === 0}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ px: 0.25, minWidth: "auto !important" }}
        >
          <ArrowDropDown fontSize="small" />
        </Button>
      </ButtonGroup>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {ways.map(({ id, title, run }) => (
          <MenuItem key={id} onClick={choose(run)}>
            {title}
          </MenuItem>
        ))}
        {mayDiscard && (
          <MenuItem disabled={!changed} onClick={choose(() => setDiscarding(true))} sx={{ display: { md: "none" } }}>
            {t`Discard draft`}
          </MenuItem>
        )}
      </Menu>
      {mayDiscard && <DiscardDialog asking={isDiscarding} onDone={() => setDiscarding(false)} />}
    </>
  );
}

function DiscardDialog({ asking, onDone }: { asking: boolean; onDone: () => void }) {
  const website = useWebsite();
  const pageId = useOpenPage(({ pageId }) => pageId);
  const session = useSession();
  const [discard, { isLoading, error }] = useDiscardDraftMutation();
  const confirm = async () => {
    await session.flush();
    const outcome = await discard({ websiteId: website.id, pageId });
    if (outcome.data === undefined) return;
    await session.addServerStep(outcome.data.revision);
    onDone();
  };
  return (
    <ConfirmDialog
      open={asking}
      title={t`Discard the draft?`}
      confirmLabel={t`Discard draft`}
      tone="error"
      busy={isLoading}
      error={error === undefined ? null : errorText(error)}
      onConfirm={() => void confirm()}
      onCancel={onDone}
    >
      {t`The page is reset to what visitors see now. You can undo this.`}
    </ConfirmDialog>
  );
}
