import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import Upload from "@mui/icons-material/FileUploadOutlined";
import { useRef, useState } from "react";
import { isApiError } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import { formatBytes } from "@/shared/i18n/format";
import { Card } from "@/shared/ui/card";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import type { ProductRef } from "../api";
import {
  useAddProductFileMutation,
  useListProductFilesQuery,
  usePreviewProductFilesMutation,
  useRemoveProductFileMutation,
  type ProductFile,
} from "../files-api";
import { membershipToCome } from "../limitations";

interface FilesCardProps {
  product: ProductRef;
  editable: boolean;
  /** Purpose of the files. */
  use: "download" | "lesson";
}

const texts = {
  download: {
    get title() {
      return t`Files`;
    },
    get empty() {
      return t`No files yet. Customers find the files on their order page and in the order e-mail.`;
    },
    fact: (file: ProductFile) =>
      plural(
        { times: file.times },
        {
          one: `${{ bytes: formatBytes(file.bytes) }} · # download`,
          other: `${{ bytes: formatBytes(file.bytes) }} · # downloads`,
        },
      ),
  },
  lesson: {
    get title() {
      return t`Lessons`;
    },
    fact: (file: ProductFile) => formatBytes(file.bytes),
    get empty() {
      return t`No lessons yet. Add videos, audio or documents. Customers who are signed in find them on the product page and in every “Lessons” block.`;
    },
  },
};

/** The downloads of a digital product, or the lessons of a paywall. Changes apply immediately. */
export function FilesCard({ product, editable, use }: FilesCardProps) {
  const query = useListProductFilesQuery(product);
  const [leaving, setLeaving] = useState<ProductFile | null>(null);
  return (
    <Card title={texts[use].title} action={editable && <AddFile product={product} />}>
      {use === "lesson" && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {membershipToCome()}
        </Alert>
      )}
      {query.isLoading && <LoadingRows rows={2} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {texts[use].empty}
        </Typography>
      )}
      {query.data && query.data.length > 0 && (
        <List disablePadding>
          {query.data.map((file) => (
            <ListItem
              key={file.id}
              disableGutters
              secondaryAction={
                editable && (
                  <IconButton
                    edge="end"
                    aria-label={t`Remove ${{ filename: file.filename }}`}
                    onClick={() => setLeaving(file)}
                  >
                    <DeleteOutlined />
                  </IconButton>
                )
              }
            >
              <ListItemText
                primary={file.filename}
                secondary={texts[use].fact(file)}
                slotProps={{ primary: { sx: { overflowWrap: "anywhere" } } }}
              />
            </ListItem>
          ))}
        </List>
      )}
      {query.data && query.data.length > 0 && <PreviewAsBuyer product={product} />}
      {leaving && <RemoveFile product={product} file={leaving} onClose={() => setLeaving(null)} />}
    </Card>
  );
}

/** Opens the buyer's view in a new tab. */
function PreviewAsBuyer({ product }: { product: ProductRef }) {
  const [preview, { isLoading, error }] = usePreviewProductFilesMutation();
  const open = async () => {
    // Opened synchronously with the click, or the browser would block the pop-up.
    const tab = window.open("", "_blank");
    const outcome = await preview(product);
    if (outcome.data === undefined) return tab?.close();
    if (tab === null) return window.location.assign(outcome.data.url);
    tab.opener = null;
    tab.location.replace(outcome.data.url);
  };
  return (
    <Stack sx={{ alignItems: "flex-start", gap: 1, mt: 1 }}>
      <Button size="small" startIcon={<OpenInNew />} loading={isLoading} onClick={() => void open()}>
        {t`Preview as a customer`}
      </Button>
      {error !== undefined && <Alert severity="error">{errorText(error)}</Alert>}
    </Stack>
  );
}

function AddFile({ product }: { product: ProductRef }) {
  const input = useRef<HTMLInputElement>(null);
  const [add, { isLoading, error }] = useAddProductFileMutation();
  const addAll = async (files: File[]) => {
    for (const file of files) {
      const outcome = await add({ product, file });
      if (outcome.error !== undefined) return;
    }
  };
  return (
    <Stack sx={{ alignItems: "flex-end", gap: 1 }}>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Upload />}
        loading={isLoading}
        onClick={() => input.current?.click()}
      >
        {t`Add files`}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t`Files for customers`}
        onChange={(event) => {
          void addAll([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {error !== undefined && <Alert severity="error">{fileErrorText(error)}</Alert>}
    </Stack>
  );
}

/** Error of the file field, if the server names it, else the general error. */
function fileErrorText(error: unknown): string {
  const beside = isApiError(error) && error.kind === "problem" ? error.problem.errors?.file : undefined;
  return beside ?? errorText(error);
}

function RemoveFile({ product, file, onClose }: { product: ProductRef; file: ProductFile; onClose: () => void }) {
  const [remove, { isLoading, error }] = useRemoveProductFileMutation();
  const confirm = async () => {
    const outcome = await remove({ ...product, fileId: file.id });
    if (outcome.error === undefined) onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t`Remove ${{ filename: file.filename }}?`}
      confirmLabel={t`Remove`}
      tone="error"
      busy={isLoading}
      error={error === undefined ? null : errorText(error)}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {t`Customers who have bought it can no longer download it.`}
    </ConfirmDialog>
  );
}
