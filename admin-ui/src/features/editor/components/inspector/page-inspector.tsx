import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Share from "@mui/icons-material/ShareOutlined";
import { SteadyTextField } from "@/shared/form/steady-text-field";
import type { TemplateError } from "../../api";
import { useDraft, useEditable, useEditorActions, useOpen } from "../../hooks/use-open-page";
import type { Draft } from "../../slice";
import { InspectorHeading } from "./inspector";
import { TemplateErrors } from "./template-errors";

const fields: { name: keyof Omit<Draft, "document">; label: string; help?: string; long?: boolean }[] = [
  { name: "title", label: "Title" },
  { name: "navigationTitle", label: "Title in the navigation" },
  { name: "seoTitle", label: "Title for search engines", help: "Empty takes the title" },
  { name: "seoDescription", label: "Description for search engines", long: true },
];

export function PageInspector({ errors, onShare }: { errors: TemplateError[]; onShare: () => void }) {
  const draft = useDraft();
  const saving = useOpen(({ saving }) => saving);
  const editable = useEditable();
  const { changeDraft } = useEditorActions();
  const refusals = "errors" in saving ? saving.errors : {};
  return (
    <>
      <InspectorHeading title="Page" detail="Choose a block in the outline or in the preview to change it." />
      <TemplateErrors errors={errors} />
      <Stack sx={{ gap: 2.25 }}>
        {fields.map(({ name, label, help, long = false }) => (
          <SteadyTextField
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
        <Button variant="outlined" color="inherit" size="small" startIcon={<Share />} onClick={onShare} sx={{ mt: 2.5 }}>
          Share a preview
        </Button>
      )}
    </>
  );
}
