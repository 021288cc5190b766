import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { useState } from "react";
import {
  addRow,
  changeSectionSettings,
  layOutRow,
  removeRow,
} from "../../document/operations";
import type { Row, Section } from "@/shared/page-document/document";
import { RowDevice, SectionDevice } from "../devices/device-fields";
import { useCommands } from "../../hooks/use-commands";
import { useDraft, useEditable, useEditorActions } from "../../hooks/use-open-page";
import { fieldsOf } from "../../schema/field";
import { SchemaFields } from "../fields/schema-fields";
import { SaveSection } from "../section-library/save-section";
import { Actions } from "./actions";
import { ColumnLayouts } from "./column-layouts";
import { InspectorHeading } from "./inspector";

const sectionFields = fieldsOf({
  properties: {
    tone: {
      title: "Background",
      enum: ["default", "muted", "dark", "accent"],
      "x-enumTitles": ["Plain", "Muted", "Dark", "Accent"],
    },
    width: {
      title: "Width",
      enum: ["narrow", "normal", "wide", "full"],
      "x-enumTitles": ["Narrow", "Normal", "Wide", "Full"],
    },
    padding: {
      title: "Space above and below",
      enum: ["none", "small", "medium", "large"],
      "x-enumTitles": ["None", "Small", "Medium", "Large"],
    },
  },
});

export function SectionInspector({ section, index, onMoveAway }: { section: Section; index: number; onMoveAway: () => void }) {
  const { document } = useDraft();
  const editable = useEditable();
  const { change } = useEditorActions();
  const { move, duplicate, remove } = useCommands();
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <InspectorHeading title={`Section ${index + 1}`} />
      {editable && (
        <Actions
          noun="section"
          mayMoveUp={index > 0}
          mayMoveDown={index < document.sections.length - 1}
          onMove={move}
          onDuplicate={duplicate}
          onMoveAway={onMoveAway}
          onRemove={remove}
          onSave={() => setSaving(true)}
        />
      )}
      {isSaving && <SaveSection section={section} onClose={() => setSaving(false)} />}
      <SchemaFields
        fields={sectionFields}
        values={section.settings}
        onChange={(settings, path) =>
          change(changeSectionSettings(document, section.id, { ...section.settings, ...settings }), `${section.id}:${path}`)
        }
        disabled={!editable}
        errors={{}}
      />
      <SectionDevice section={section} />
      <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
        Rows
      </Typography>
      <Stack component="ol" sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
        {section.rows.map((row, rowIndex) => (
          <RowLine key={row.id} row={row} number={rowIndex + 1} removable={section.rows.length > 1} />
        ))}
      </Stack>
      {editable && (
        <Button size="small" startIcon={<Add />} sx={{ mt: 1 }} onClick={() => change(addRow(document, section.id))}>
          Add row
        </Button>
      )}
    </>
  );
}

function RowLine({ row, number, removable }: { row: Row; number: number; removable: boolean }) {
  const { document } = useDraft();
  const editable = useEditable();
  const { change } = useEditorActions();
  return (
    <Box component="li">
      <Stack direction="row" sx={{ alignItems: "center", justifyContent: "space-between", minHeight: 30 }}>
        <Typography variant="caption" color="textSecondary">
          Row {number}
        </Typography>
        {editable && removable && (
          <IconButton size="small" aria-label={`Remove row ${number}`} onClick={() => change(removeRow(document, row.id))}>
            <DeleteOutlined fontSize="inherit" />
          </IconButton>
        )}
      </Stack>
      <ColumnLayouts
        label={`Columns of row ${number}`}
        spans={row.columns.map(({ span }) => span)}
        disabled={!editable}
        onChange={(spans) => change(layOutRow(document, row.id, spans))}
      />
      <RowDevice row={row} number={number} />
    </Box>
  );
}
