import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Add from "@mui/icons-material/Add";
import { useState } from "react";
import { editorLabels } from "../i18n/editor-labels";
import { usePermission, useWebsite } from "../session/hooks";
import { useListMailingListsQuery } from "./api";
import { NewMailingList } from "./new-mailing-list";

interface MailingListSelectProps {
  label: string;
  help?: string | undefined;
  value: string;
  onChange: (name: string) => void;
  disabled: boolean;
  error?: string | undefined;
  /** Whether it may be empty. */
  optional: boolean;
}

/** The mailing list for new subscribers, chosen by name; with the permission a list can be created here. */
export function MailingListSelect({ label, help, value, onChange, disabled, error, optional }: MailingListSelectProps) {
  const website = useWebsite();
  const mayMake = usePermission("campaigns", "write");
  const { data: lists, isError } = useListMailingListsQuery({ websiteId: website.id });
  const [naming, setNaming] = useState(false);
  const known = lists ?? [];
  const chosen =
    known.find(({ name }) => name === value) ?? known.find(({ formerNames }) => formerNames.includes(value));
  const current = chosen?.name ?? value;
  const complaint = error ?? (isError ? editorLabels.results : undefined);
  return (
    <Box>
      <TextField
        select
        fullWidth
        label={label}
        value={current}
        onChange={(event) => onChange(event.target.value)}
        disabled={disabled}
        error={complaint !== undefined}
        helperText={complaint ?? help}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{optional ? t`None` : t`Choose a list`}</MenuItem>
        {current !== "" && chosen === undefined && <MenuItem value={current}>{current}</MenuItem>}
        {known.map(({ id, name }) => (
          <MenuItem key={id} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {lists?.length === 0 && !optional && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {editorLabels.mailingLists}
          {!mayMake && t` A campaigns editor can create one.`}
        </Alert>
      )}
      {!disabled && mayMake && (
        <Button size="small" startIcon={<Add />} sx={{ mt: 0.5 }} onClick={() => setNaming(true)}>
          {t`Create a list`}
        </Button>
      )}
      {naming && (
        <NewMailingList
          start={lists?.length === 0 ? current : ""}
          onClose={() => setNaming(false)}
          onMade={({ name }) => {
            setNaming(false);
            onChange(name);
          }}
        />
      )}
    </Box>
  );
}
