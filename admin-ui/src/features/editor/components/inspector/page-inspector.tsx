import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Share from "@mui/icons-material/ShareOutlined";
import { CaretStableTextField } from "@/shared/form/text-field/caret-stable-text-field";
import type { TemplateError } from "../../api";
import { useDraft, useEditable, useEditorActions, useOpenPage } from "../../hooks/use-open-page";
import type { Draft } from "../../slice";
import { InspectorHeading } from "./inspector-heading";
import { TemplateErrors } from "./template-errors";

const fields: { name: keyof Omit<Draft, "document">; label: string; help?: string; long?: boolean }[] = [
  {
    name: "title",
    get label() {
      return t`Title`;
    },
  },
  {
    name: "navigationTitle",
    get label() {
      return t`Navigation title`;
    },
  },
  {
    name: "seoTitle",
    get label() {
      return t`SEO title`;
    },
    get help() {
      return t`Defaults to the title`;
    },
  },
  {
    name: "seoDescription",
    get label() {
      return t`SEO description`;
    },
    long: true,
  },
];

export function PageInspector({ errors, onShare }: { errors: TemplateError[]; onShare: () => void }) {
  const draft = useDraft();
  const saving = useOpenPage(({ saving }) => saving);
  const editable = useEditable();
  const { changeDraft } = useEditorActions();
  const isArea = useOpenPage(({ areaId }) => areaId !== null);
  const refusals = "errors" in saving ? saving.errors : {};
  return (
    <>
      {isArea ? (
        <InspectorHeading
          title={t`Area`}
          detail={t`Its blocks are shown on every page that has this area. Select one in the outline or in the preview to edit it.`}
        />
      ) : (
        <InspectorHeading title={t`Page`} detail={t`Select a block in the outline or in the preview to edit it.`} />
      )}
      <TemplateErrors errors={errors} />
      <Stack sx={{ gap: 2.25 }}>
        {(isArea ? [] : fields).map(({ name, label, help, long = false }) => (
          <CaretStableTextField
            key={name}
            label={label}
            value={draft[name]}
            onChange={(event) => changeDraft({ [name]: event.target.value }, name)}
            multiline={long}
            disabled={!editable}
            error={refusals[name] !== undefined}
            helperText={refusals[name] ?? help}
          />
        ))}
      </Stack>
      {editable && (
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          startIcon={<Share />}
          onClick={onShare}
          sx={{ mt: 2.5 }}
        >
          {t`Share a preview`}
        </Button>
      )}
    </>
  );
}
