import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import type { TemplateError } from "../../api";
import { changeBlockSettings, duplicateBlock, removeBlock, stepBlock, stepPlace } from "../../document/operations";
import type { Block } from "@/shared/page-document/document";
import { useDraft, useEditable, useEditorActions, useOpenPage } from "../../hooks/use-open-page";
import { fieldsOf, tabsOf } from "../../schema/field";
import type { Saving } from "../../slice";
import { errorsOf, useBlockKinds } from "../block-kinds";
import { SchemaFields } from "../fields/schema-fields";
import { BlockDevice } from "../devices/device-fields";
import { Actions } from "./actions";
import { InspectorHeading } from "./inspector";
import { SettingsTabs } from "./settings-tabs";
import { TemplateErrors } from "./template-errors";

/** Refusals of a block's settings, by path within them; keyed in the answer by the block's id. */
export function refusalsOf(saving: Saving, blockId: string): { whole: string | null; byPath: Record<string, string> } {
  if (!("errors" in saving)) return { whole: null, byPath: {} };
  const byPath: Record<string, string> = {};
  for (const [key, message] of Object.entries(saving.errors)) {
    if (!key.startsWith(`${blockId}.`)) continue;
    byPath[key.slice(blockId.length + 1).replace(/^settings\./, "").replace(/\[(\d+)\]/g, ".$1")] = message;
  }
  return { whole: saving.errors[blockId] ?? null, byPath };
}

export function BlockInspector({ block, errors, onMoveAway }: { block: Block; errors: TemplateError[]; onMoveAway: () => void }) {
  const { document } = useDraft();
  const { saving } = useOpenPage();
  const editable = useEditable();
  const { change, select } = useEditorActions();
  const kinds = useBlockKinds();
  const kind = kinds.find(block.kind);
  const fields = useMemo(() => fieldsOf(kind?.settingsSchema), [kind]);
  const tabs = useMemo(() => tabsOf(kind?.settingsSchema), [kind]);
  const refusals = refusalsOf(saving, block.id);
  return (
    <>
      <InspectorHeading title={kinds.nameOf(block.kind)} {...(kind ? { detail: kind.description } : {})} />
      {editable && (
        <Actions
          noun="block"
          mayMoveUp={stepPlace(document, block.id, -1) !== null}
          mayMoveDown={stepPlace(document, block.id, 1) !== null}
          onMove={(step) => change(stepBlock(document, block.id, step))}
          onDuplicate={() => {
            const [changed, copyId] = duplicateBlock(document, block.id);
            change(changed);
            select({ type: "block", id: copyId });
          }}
          onMoveAway={onMoveAway}
          onRemove={() => {
            change(removeBlock(document, block.id));
            select({ type: "page" });
          }}
        />
      )}
      <TemplateErrors errors={errorsOf(errors, block.id)} />
      {refusals.whole !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {refusals.whole}
        </Alert>
      )}
      {kind === null && kinds.all.length > 0 && (
        <Alert severity="warning">This kind of block is not installed on the site. It is kept as it is.</Alert>
      )}
      {kind !== null && fields.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          This block has no settings.
        </Typography>
      )}
      <SettingsTabs tabs={tabs} fields={fields} errors={refusals.byPath}>
        {(shown) => (
          <SchemaFields
            fields={shown}
            values={block.settings}
            onChange={(settings, path) => change(changeBlockSettings(document, block.id, settings), `${block.id}:${path}`)}
            disabled={!editable}
            errors={refusals.byPath}
          />
        )}
      </SettingsTabs>
      <BlockDevice block={block} fields={fields} />
    </>
  );
}
