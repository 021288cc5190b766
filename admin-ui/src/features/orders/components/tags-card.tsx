import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import Cancel from "@mui/icons-material/Cancel";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { useAddOrderTagMutation, useRemoveOrderTagMutation, useUsedOrderTagsQuery, type Order } from "../api";

export function TagsCard({ order, editable }: { order: Order; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const ref = { websiteId: website.id, orderId: order.id };
  const [remove] = useRemoveOrderTagMutation();
  const take = async (tag: string) => {
    const outcome = await remove({ ...ref, tag });
    if (outcome.error !== undefined) toast.error(errorText(outcome.error));
  };
  return (
    <Card title={t`Tags`}>
      {order.tags.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t`No tags yet`}
        </Typography>
      )}
      <Stack
        component="ul"
        aria-label={t`Tags of this order`}
        direction="row"
        sx={{ gap: 0.75, flexWrap: "wrap", m: 0, p: 0, listStyle: "none" }}
      >
        {order.tags.map((tag) => (
          <li key={tag}>
            <Chip
              size="small"
              label={tag}
              {...(editable && {
                onDelete: () => void take(tag),
                deleteIcon: <Cancel titleAccess={t`Remove ${tag}`} />,
              })}
            />
          </li>
        ))}
      </Stack>
      {editable && <NewTag order={order} />}
    </Card>
  );
}

function NewTag({ order }: { order: Order }) {
  const website = useWebsite();
  const used = useUsedOrderTagsQuery({ websiteId: website.id });
  const [add, { isLoading, error }] = useAddOrderTagMutation();
  const [text, setText] = useState("");
  const submit = async (typed: string) => {
    const tags = typed
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "");
    for (const [at, tag] of tags.entries()) {
      const outcome = await add({ websiteId: website.id, orderId: order.id, tag });
      if (outcome.error !== undefined) {
        setText(tags.slice(at).join(", "));
        return;
      }
    }
    setText("");
  };
  return (
    <Autocomplete
      freeSolo
      disableClearable
      size="small"
      sx={{ mt: 1.5 }}
      options={(used.data ?? []).filter((tag) => !order.tags.includes(tag))}
      value=""
      inputValue={text}
      disabled={isLoading}
      onInputChange={(_, value, reason) => reason !== "reset" && setText(value)}
      onChange={(_, tag) => void submit(tag)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t`Add tag`}
          error={error !== undefined}
          helperText={error === undefined ? t`Separate tags with commas` : errorText(error)}
        />
      )}
    />
  );
}
