import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { Link } from "react-router";
import type { TemplateError } from "../../api";
import { changeBlockSettings, stepPlace } from "../../document/operations";
import type { Block } from "@/shared/page-document/document";
import { useWebsite } from "@/shared/session/hooks";
import { RenderBoundary } from "@/shared/errors/render-boundary";
import { useDraft, useEditable, useEditorActions, useOpenPage } from "../../hooks/use-open-page";
import { useCommands } from "../../hooks/use-commands";
import { fieldsOf, tabsOf } from "../../schema/field";
import { errorsOf, useBlockKinds } from "../block-kinds";
import { SchemaFields } from "../fields/schema-fields";
import { BlockDevice } from "../devices/device-fields";
import { LanguageFields } from "../languages/language-fields";
import { Actions } from "./actions";
import { EarlierSettings } from "./earlier-settings";
import { InspectorHeading } from "./inspector-heading";
import { SettingsTabs } from "./settings-tabs";
import { TemplateErrors } from "./template-errors";
import { partNoun } from "../../part-noun";

/** A stable reference, so that fields do not re-render while there are no errors. */
export const noErrors: Record<string, string> = {};

/** A block's validation errors by setting path; the response keys them by block id. */
export function blockErrorsOf(
  refused: Record<string, string>,
  blockId: string,
): { whole: string | null; byPath: Record<string, string> } {
  const byPath: Record<string, string> = {};
  for (const [key, message] of Object.entries(refused)) {
    if (!key.startsWith(`${blockId}.`)) continue;
    byPath[
      key
        .slice(blockId.length + 1)
        .replace(/^settings\./, "")
        .replace(/\[(\d+)\]/g, ".$1")
    ] = message;
  }
  return { whole: refused[blockId] ?? null, byPath };
}

/** Error fallback of the settings; the move and remove actions above it keep working. */
function SettingsError() {
  return (
    <Alert severity="error">
      {t`The settings of this block could not be shown. You can still move, copy and remove the block.`}
    </Alert>
  );
}

export function BlockInspector({
  block,
  errors,
  onMoveAway,
}: {
  block: Block;
  errors: TemplateError[];
  onMoveAway: () => void;
}) {
  const { document } = useDraft();
  const refused = useOpenPage(({ saving }) => ("errors" in saving ? saving.errors : noErrors));
  const editable = useEditable();
  const { change } = useEditorActions();
  const { move, duplicate, remove } = useCommands();
  const kinds = useBlockKinds();
  const kind = kinds.find(block.kind);
  const fields = useMemo(() => fieldsOf(kind?.settingsSchema), [kind]);
  const tabs = useMemo(() => tabsOf(kind?.settingsSchema), [kind]);
  const refusals = useMemo(() => blockErrorsOf(refused, block.id), [refused, block.id]);
  return (
    <>
      <InspectorHeading title={kinds.nameOf(block.kind)} {...(kind ? { detail: kind.description } : {})} />
      {editable && (
        <Actions
          noun={partNoun("block")}
          mayMoveUp={stepPlace(document, block.id, -1) !== null}
          mayMoveDown={stepPlace(document, block.id, 1) !== null}
          onMove={move}
          onDuplicate={duplicate}
          onMoveAway={onMoveAway}
          onRemove={remove}
        />
      )}
      <TemplateErrors errors={errorsOf(errors, block.id)} />
      {refusals.whole !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {refusals.whole}
        </Alert>
      )}
      {kind === null && kinds.all.length > 0 && <MissingKind kind={block.kind} />}
      {kind !== null && fields.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t`This block has no settings.`}
        </Typography>
      )}
      {kind !== null && (
        <RenderBoundary name="block-settings" fallback={<SettingsError />}>
          <EarlierSettings key={block.id} block={block} kind={kind}>
            <SettingsTabs tabs={tabs} fields={fields} errors={refusals.byPath}>
              {(shown) => (
                <SchemaFields
                  fields={shown}
                  values={block.settings}
                  onChange={(settings, path) =>
                    change(changeBlockSettings(document, block.id, settings), `${block.id}:${path}`)
                  }
                  disabled={!editable}
                  errors={refusals.byPath}
                />
              )}
            </SettingsTabs>
          </EarlierSettings>
        </RenderBoundary>
      )}
      <BlockDevice block={block} fields={fields} />
      <LanguageFields part="block" id={block.id} languages={block.languages} />
    </>
  );
}

/** Said in the editor alone: visitors do not see the block. */
function MissingKind({ kind }: { kind: string }) {
  const website = useWebsite();
  if (!kind.includes("--"))
    return (
      <Alert severity="warning">{t`This block type is not installed on the site. The block stays as it is.`}</Alert>
    );
  // The kind of a plugin's block begins with its publisher and its name.
  const plugin = kind.split("--")[0];
  return (
    <Alert severity="warning">
      <Trans>
        This block needs the plugin {plugin}, which is not installed or switched off. The block and its settings stay,
        and visitors do not see it. Look at the <Link to={`/sites/${website.id}/plugins`}>plugins</Link>.
      </Trans>
    </Alert>
  );
}
