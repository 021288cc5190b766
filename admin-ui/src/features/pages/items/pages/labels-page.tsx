import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useParams } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useChangeLabelMutation, useListLabelsQuery, type Labels } from "../api";
import { editOne, existsAlready, longest, type TagType } from "../labels";

const kinds: { kind: TagType; title: string; names: (labels: Labels) => Labels["tags"] }[] = [
  {
    kind: "category",
    get title() {
      return t`Categories`;
    },
    names: (labels) => labels.categories,
  },
  {
    kind: "tag",
    get title() {
      return t`Tags`;
    },
    names: (labels) => labels.tags,
  },
];

/** The tags and categories of a blog: each can be renamed, or removed from all items. */
export function LabelsPage() {
  const website = useWebsite();
  const { collectionId = "" } = useParams();
  const mayChange = usePermission("content", "publish");
  const ref = { websiteId: website.id, collectionId };
  const labels = useListLabelsQuery(ref, { refetchOnMountOrArgChange: true });
  const known = labels.data;
  return (
    <Page
      title={t`Tags and categories`}
      width="narrow"
      back={{ to: `/sites/${website.id}/collections/${collectionId}/items`, label: t`All items` }}
      description={t`Add new ones while editing an item. A new name appears immediately everywhere the old one was used.`}
      status={mayChange ? undefined : <ViewOnlyChip />}
    >
      {labels.isError && <ErrorState error={labels.error} onRetry={() => void labels.refetch()} />}
      {labels.isLoading && <LoadingRows rows={4} />}
      {known && (
        <Stack sx={{ gap: 2 }}>
          {kinds.map(({ kind, title, names }) => (
            <LabelList
              key={kind}
              kind={kind}
              title={title}
              labels={names(known)}
              version={known.version}
              collectionId={collectionId}
              editable={mayChange}
            />
          ))}
        </Stack>
      )}
    </Page>
  );
}

interface LabelListProps {
  kind: TagType;
  title: string;
  labels: Labels["tags"];
  /** Version of all labels as shown. */
  version: string;
  collectionId: string;
  editable: boolean;
}

function LabelList({ kind, title, labels, version, collectionId, editable }: LabelListProps) {
  const website = useWebsite();
  const toast = useToast();
  const [change, { isLoading }] = useChangeLabelMutation();
  const [editing, setEditing] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const ref = { websiteId: website.id, collectionId };
  const stop = () => {
    setEditing(null);
    setProblem(null);
  };
  const edit = (label: string) => {
    if (editing !== null && editing !== label) {
      setProblem(editOne(kind));
      return;
    }
    setEditing(label);
    setName(label);
    setProblem(null);
  };
  const rename = async (label: string) => {
    const newName = name.trim();
    const isTaken = labels.some((other) => other.name !== label && other.name.toLowerCase() === newName.toLowerCase());
    if (isTaken) {
      setProblem(existsAlready(kind));
      return;
    }
    const answer = await change({ ...ref, version, change: { kind, name: label, newName } });
    if (answer.error !== undefined) {
      setProblem(errorText(answer.error));
      return;
    }
    stop();
    toast.success(t`Renamed`);
  };
  return (
    <Card title={title}>
      {problem !== null && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {problem}
        </Alert>
      )}
      {labels.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t`None yet`}
        </Typography>
      )}
      <Stack component="ul" aria-label={title} sx={{ m: 0, p: 0, gap: 1, listStyle: "none" }}>
        {labels.map((label) => (
          <Stack
            component="li"
            key={label.name}
            direction="row"
            sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}
          >
            {editing === label.name ? (
              <>
                <TextField
                  size="small"
                  autoFocus
                  label={t`New name`}
                  value={name}
                  slotProps={{ htmlInput: { maxLength: longest[kind] } }}
                  onChange={(event) => setName(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key === "Enter") void rename(label.name);
                    if (event.key === "Escape") stop();
                  }}
                  sx={{ flex: 1, minWidth: 160 }}
                />
                <Button
                  size="small"
                  variant="contained"
                  loading={isLoading}
                  disabled={name.trim() === ""}
                  onClick={() => void rename(label.name)}
                >
                  {t`Save`}
                </Button>
                <Button size="small" color="inherit" onClick={stop}>
                  {t`Cancel`}
                </Button>
              </>
            ) : (
              <>
                <Typography variant="body2" sx={{ flex: 1, minWidth: 120, overflowWrap: "anywhere" }}>
                  {label.name}
                </Typography>
                <Typography variant="caption" color="textSecondary">
                  {plural({ count: label.count }, { one: "# item", other: "# items" })}
                </Typography>
                {editable && (
                  <>
                    <Button
                      size="small"
                      color="inherit"
                      aria-label={t`Rename ${{ name: label.name }}`}
                      onClick={() => edit(label.name)}
                    >
                      {t`Rename`}
                    </Button>
                    <ConfirmAction
                      label={t`Remove`}
                      button={{ size: "small", color: "error", "aria-label": t`Remove ${{ name: label.name }}` }}
                      question={t`Remove “${{ name: label.name }}” from all items?`}
                      consequence={t`The items are not deleted.`}
                      confirmLabel={t`Remove`}
                      tone="error"
                      onConfirm={async () => {
                        await change({ ...ref, version, change: { kind, name: label.name } }).unwrap();
                        toast.success(t`Removed`);
                      }}
                    />
                  </>
                )}
              </>
            )}
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
