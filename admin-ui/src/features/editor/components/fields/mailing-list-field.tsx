import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Add from "@mui/icons-material/Add";
import { useState } from "react";
import { editorLabels } from "@/shared/i18n/editor-labels";
import { fieldErrors } from "@stoa/api/problem";
import { isApiError } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useCreateMailingListMutation, useListMailingListsQuery } from "../../mailing-lists";
import { complaintOf } from "../../schema/field";
import { NameDialog } from "../section-library/name-dialog";
import type { SchemaFieldProps } from "./schema-field";

/** The list that those join who sign up, by its name; one can be made on the spot. */
export function MailingListField({ field, value, onChange, disabled, errors, path }: SchemaFieldProps) {
  const website = useWebsite();
  const { data: lists, isError } = useListMailingListsQuery({ websiteId: website.id });
  const [naming, setNaming] = useState(false);
  const current = typeof value === "string" ? value : "";
  const known = lists ?? [];
  const error = errors[path] ?? complaintOf(field, current) ?? (isError ? editorLabels.results : undefined);
  const isOptional = field.form === null;
  return (
    <Box>
      <TextField
        select
        fullWidth
        label={field.title}
        value={current}
        onChange={(event) => onChange(event.target.value)}
        disabled={disabled}
        error={error !== undefined}
        helperText={error ?? field.description}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{isOptional ? "None" : "Choose a list"}</MenuItem>
        {current !== "" && !known.some(({ name }) => name === current) && <MenuItem value={current}>{current}</MenuItem>}
        {known.map(({ id, name }) => (
          <MenuItem key={id} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {lists?.length === 0 && !isOptional && (
        <Alert severity="info" sx={{ mt: 1 }}>{editorLabels.mailingLists}</Alert>
      )}
      {!disabled && (
        <Button size="small" startIcon={<Add />} sx={{ mt: 0.5 }} onClick={() => setNaming(true)}>
          Create a list
        </Button>
      )}
      {naming && (
        <NewList
          start={lists?.length === 0 ? current : ""}
          onClose={() => setNaming(false)}
          onMade={(name) => {
            setNaming(false);
            onChange(name);
          }}
        />
      )}
    </Box>
  );
}

interface NewListProps {
  /** The name that is offered. */
  start: string;
  onMade: (name: string) => void;
  onClose: () => void;
}

function refusal(error: unknown): string {
  const named = isApiError(error) && error.kind === "problem" ? fieldErrors(error.problem)["name"] : undefined;
  return named ?? errorText(error);
}

function NewList({ start, onMade, onClose }: NewListProps) {
  const website = useWebsite();
  const [create, { isLoading, error }] = useCreateMailingListMutation();
  const make = async (name: string) => {
    const outcome = await create({ websiteId: website.id, name });
    if (outcome.data !== undefined) onMade(outcome.data.name);
  };
  return (
    <NameDialog
      title="Create a mailing list"
      initial={start}
      help="Those who sign up here join it."
      action="Create"
      busy={isLoading}
      error={error === undefined ? null : refusal(error)}
      onSubmit={(name) => void make(name)}
      onClose={onClose}
    />
  );
}
