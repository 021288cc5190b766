import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import ViewColumnOutlined from "@mui/icons-material/ViewColumnOutlined";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import {
  useCommercePreferencesQuery,
  useSaveCommercePreferencesMutation,
} from "@/shared/preferences/commerce-preferences";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";

interface ChoosableColumn {
  id: string;
  label: string;
}

const namespace = "orders-list";

/** Hidden columns, shared by all contributors of this site. */
function useHiddenColumns() {
  const website = useWebsite();
  const mayRead = usePermission("discounts-tax-shipping", "read");
  const preferences = useCommercePreferencesQuery({ websiteId: website.id, namespace }, { skip: !mayRead });
  const stored = preferences.data?.hiddenColumns;
  const leftOut = Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  return { all: preferences.data, leftOut };
}

/** Whether a column is shown; columns that cannot be hidden always are. */
export function useShownColumns(columns: ChoosableColumn[]): (id: string) => boolean {
  const { leftOut } = useHiddenColumns();
  return (id) => !leftOut.includes(id) || !columns.some((column) => column.id === id);
}

/** Chooses the columns of the list for all contributors of the site. */
export function ColumnsMenu({ columns }: { columns: ChoosableColumn[] }) {
  const website = useWebsite();
  const toast = useToast();
  const mayChange = usePermission("discounts-tax-shipping", "write");
  const { all, leftOut } = useHiddenColumns();
  const [save] = useSaveCommercePreferencesMutation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!mayChange) return null;
  const toggle = async (id: string) => {
    const hiddenColumns = leftOut.includes(id) ? leftOut.filter((other) => other !== id) : [...leftOut, id];
    const outcome = await save({ websiteId: website.id, namespace, preferences: { ...all, hiddenColumns } });
    if (outcome.error !== undefined) toast.error(errorText(outcome.error));
  };
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="menu"
        disabled={all === undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ display: { xs: "none", sm: "inline-flex" } }}
      >
        {t`Columns`}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {columns.map(({ id, label }) => (
          <MenuItem
            key={id}
            role="menuitemcheckbox"
            aria-checked={!leftOut.includes(id)}
            dense
            onClick={() => void toggle(id)}
          >
            <Checkbox
              edge="start"
              tabIndex={-1}
              disableRipple
              checked={!leftOut.includes(id)}
              slotProps={{ input: { "aria-hidden": true } }}
            />
            <ListItemText primary={label} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
