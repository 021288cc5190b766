import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import ExpandMore from "@mui/icons-material/ExpandMore";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { useToast } from "@/shared/ui/toast";
import { useChangeProductsMutation, type BulkChange, type BulkResult, type StoresRef } from "../api";
import { CategoryDialog, PriceDialog, TagsDialog } from "./bulk-dialogs";

type Action = BulkChange["action"];

const labels: Record<Action, string> = {
  get publish() {
    return t`Publish`;
  },
  get hide() {
    return t`Set as draft`;
  },
  get "add-category"() {
    return t`Add to a category…`;
  },
  get "remove-category"() {
    return t`Remove from a category…`;
  },
  get "add-tags"() {
    return t`Add tags…`;
  },
  get "remove-tags"() {
    return t`Remove tags…`;
  },
  get "change-price"() {
    return t`Change price…`;
  },
  get "change-sale-price"() {
    return t`Put on sale…`;
  },
  get "charge-tax"() {
    return t`Charge tax`;
  },
  get "charge-no-tax"() {
    return t`Do not charge tax`;
  },
  get "start-sale"() {
    return t`Start sale`;
  },
  get "end-sale"() {
    return t`End sale`;
  },
  get delete() {
    return t`Delete…`;
  },
};

/** Actions with a category, which belongs to one store. */
const ofOneStore: ReadonlySet<Action> = new Set<Action>(["add-category", "remove-category"]);

/** Actions with a dialog. */
const asking: ReadonlySet<Action> = new Set<Action>([
  "delete",
  "add-category",
  "remove-category",
  "add-tags",
  "remove-tags",
  "change-price",
  "change-sale-price",
]);

interface BulkBarProps {
  stores: StoresRef;
  /** Selected products, id to name. */
  chosen: ReadonlyMap<string, string>;
  onClear: () => void;
  /** Receives the changed products, which are deselected. */
  onDone: (itemIds: string[]) => void;
}

/** Bulk actions for the selected products, and the error of each that failed. */
export function BulkBar({ stores, chosen, onClear, onDone }: BulkBarProps) {
  const { websiteId, collectionId } = stores;
  const toast = useToast();
  const [change, { isLoading }] = useChangeProductsMutation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState<Action | null>(null);
  const [failed, setFailed] = useState<{ name: string; error: string }[]>([]);
  const [error, setError] = useState<string | null>(null);
  const mayDelete = usePermission("products", "delete");
  const mayPublish = usePermission("products", "publish");
  const run = async (action: Action, more: Partial<BulkChange> = {}) => {
    setError(null);
    setFailed([]);
    try {
      const results = await change({ ...stores, change: { itemIds: [...chosen.keys()], action, ...more } }).unwrap();
      const done = results.filter(({ success }) => success);
      const nameOf = ({ itemId }: BulkResult) => chosen.get(itemId) ?? itemId;
      const complaints = results.flatMap((result) =>
        result.success ? [] : [{ name: nameOf(result), error: result.error ?? t`It was not updated.` }],
      );
      setFailed(complaints);
      if (done.length > 0)
        toast.success(plural({ count: done.length }, { one: "# product updated", other: "# products updated" }));
      onDone(done.map(({ itemId }) => itemId));
      setAsked(null);
    } catch (failure) {
      setError(errorText(failure));
    }
  };
  const choose = (action: Action) => {
    setAnchor(null);
    setError(null);
    if (asking.has(action)) setAsked(action);
    else void run(action);
  };
  const offered = (Object.keys(labels) as Action[]).filter(
    (action) =>
      (action !== "delete" || mayDelete) &&
      (action !== "publish" || mayPublish) &&
      (collectionId !== null || !ofOneStore.has(action)),
  );
  if (chosen.size === 0 && failed.length === 0) return null;
  return (
    <Stack sx={{ gap: 1, mb: 2 }}>
      {chosen.size > 0 && (
        <Paper variant="card" role="region" aria-label={t`Selected products`} sx={{ px: 2, py: 1 }}>
          <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
            <Typography variant="body2" sx={{ mr: "auto" }}>
              {plural({ count: chosen.size }, { one: "# product selected", other: "# products selected" })}
            </Typography>
            <Button color="inherit" onClick={onClear}>
              {t`Clear`}
            </Button>
            <Button
              variant="contained"
              endIcon={<ExpandMore />}
              loading={isLoading}
              aria-haspopup="menu"
              onClick={(event) => setAnchor(event.currentTarget)}
            >
              {t`Change`}
            </Button>
          </Stack>
          <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
            {offered.map((action) => (
              <MenuItem key={action} onClick={() => choose(action)}>
                {labels[action]}
              </MenuItem>
            ))}
          </Menu>
        </Paper>
      )}
      {error !== null && asked === null && <Alert severity="error">{error}</Alert>}
      {failed.length > 0 && (
        <Alert severity="warning" onClose={() => setFailed([])}>
          {failed.map(({ name, error: reason }) => (
            <div key={name}>
              {name}: {reason}
            </div>
          ))}
        </Alert>
      )}
      <ConfirmDialog
        open={asked === "delete"}
        title={plural({ count: chosen.size }, { one: "Delete # product?", other: "Delete # products?" })}
        confirmLabel={t`Delete`}
        tone="error"
        busy={isLoading}
        error={error}
        onConfirm={() => void run("delete")}
        onCancel={() => setAsked(null)}
      >
        {t`This cannot be undone. Existing orders keep the product details; the products are removed from carts.`}
      </ConfirmDialog>
      {collectionId !== null && (asked === "add-category" || asked === "remove-category") && (
        <CategoryDialog
          store={{ websiteId, collectionId }}
          title={asked === "add-category" ? t`Add to a category` : t`Remove from a category`}
          busy={isLoading}
          error={error}
          onClose={() => setAsked(null)}
          onChoose={(categoryId) => void run(asked, { categoryId })}
        />
      )}
      {(asked === "add-tags" || asked === "remove-tags") && (
        <TagsDialog
          title={asked === "add-tags" ? t`Add tags` : t`Remove tags`}
          busy={isLoading}
          error={error}
          onClose={() => setAsked(null)}
          onChoose={(tags) => void run(asked, { tags })}
        />
      )}
      {(asked === "change-price" || asked === "change-sale-price") && (
        <PriceDialog
          sale={asked === "change-sale-price"}
          busy={isLoading}
          error={error}
          onClose={() => setAsked(null)}
          onChoose={(price) => void run(asked, { price })}
        />
      )}
    </Stack>
  );
}
