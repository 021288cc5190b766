import { t } from "@lingui/core/macro";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { editorLabels } from "@/shared/i18n/editor-labels";
import { skipToken } from "@reduxjs/toolkit/query";
import { useWebsite } from "@/shared/session/hooks";
import { useListCollectionTargetsQuery, useListProductTargetsQuery, type Target } from "../../api";
import type { SchemaFieldProps } from "./schema-field-props";

interface TargetFieldProps extends SchemaFieldProps {
  target: "collection" | "product";
}

/** A store page, blog or product, chosen by name. */
export function TargetField({ field, value, onChange, disabled, errors, path, target }: TargetFieldProps) {
  const website = useWebsite();
  const wanted = { websiteId: website.id };
  const collections = useListCollectionTargetsQuery(target === "collection" ? wanted : skipToken);
  const products = useListProductTargetsQuery(target === "product" ? wanted : skipToken);
  const { data, isError } = target === "collection" ? collections : products;
  const targets = data ?? [];
  const current = typeof value === "string" ? value : "";
  const unknown = current !== "" && !targets.some(({ id }) => id === current);
  const isGone = unknown && data !== undefined;
  const failure = isError ? (target === "collection" ? editorLabels.collections : editorLabels.results) : undefined;
  const isOffered = ({ kind }: Target) =>
    kind === null || (field.pages === null ? kind !== "page" : field.pages.includes(kind));
  const error = errors[path] ?? failure ?? (isGone ? editorLabels.content : undefined);
  return (
    <TextField
      select
      label={field.title}
      value={current}
      onChange={(event) => onChange(event.target.value)}
      disabled={disabled}
      error={error !== undefined}
      helperText={error ?? field.description}
    >
      <MenuItem value="">{t`None`}</MenuItem>
      {unknown && <MenuItem value={current}>{t`Current selection`}</MenuItem>}
      {targets
        .filter((one) => isOffered(one) || one.id === current)
        .map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
    </TextField>
  );
}
