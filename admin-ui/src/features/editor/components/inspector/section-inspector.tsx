import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import Add from "@mui/icons-material/Add";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { useMemo, useRef, useState } from "react";
import { addRow, changeSectionSettings, layOutRow, moveRow, removeRow } from "../../document/operations";
import { sectionMention, sectionName, type Row, type Section } from "@/shared/page-document/document";
import { RowDevice, SectionDevice } from "../devices/device-fields";
import { LanguageFields } from "../languages/language-fields";
import { useCommands } from "../../hooks/use-commands";
import { useDraft, useEditable, useEditorActions } from "../../hooks/use-open-page";
import { fieldsOf } from "../../schema/field";
import { SchemaFields } from "../fields/schema-fields";
import { SaveSection } from "../section-library/save-section";
import { Actions } from "./actions";
import { ColumnLayouts } from "./column-layouts";
import { InspectorHeading } from "./inspector-heading";
import { SectionBackground } from "./section-background";
import { partNoun } from "../../part-noun";

const sectionFields = () =>
  fieldsOf({
    properties: {
      name: {
        type: "string",
        get title() {
          return t`Name`;
        },
        get description() {
          return t`Only for you. Visitors do not see it.`;
        },
        maxLength: 60,
        default: "",
      },
      tone: {
        get title() {
          return t`Colors`;
        },
        enum: ["default", "muted", "dark", "accent"],
        "x-enumTitles": [t`Plain`, t`Muted`, t`Dark`, t`Accent`],
      },
      width: {
        get title() {
          return t`Width`;
        },
        enum: ["narrow", "normal", "wide", "full"],
        "x-enumTitles": [t`Narrow`, t`Normal`, t`Wide`, t`Full`],
      },
      padding: {
        get title() {
          return t`Space above and below`;
        },
        enum: ["none", "small", "medium", "large"],
        "x-enumTitles": [t`None`, t`Small`, t`Medium`, t`Large`],
      },
    },
  });

/** A background image replaces the colours. */
const fieldsBesidePicture = () => sectionFields().filter(({ name }) => name !== "tone");

export function SectionInspector({
  section,
  index,
  onMoveAway,
}: {
  section: Section;
  index: number;
  onMoveAway: () => void;
}) {
  const hasBackground = section.settings.background !== undefined;
  const fields = useMemo(() => (hasBackground ? fieldsBesidePicture() : sectionFields()), [hasBackground]);
  const { document } = useDraft();
  const editable = useEditable();
  const { change, select } = useEditorActions();
  const { move, duplicate, remove } = useCommands();
  const rows = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState("");
  /** A row that moves to another section stays selected, so that it can be moved further. */
  const stepRow = (row: Row, step: -1 | 1) => {
    const moved = moveRow(document, row.id, step);
    if (moved === document) return;
    const holds = ({ rows }: Section) => rows.some(({ id }) => id === row.id);
    const home = moved.sections.findIndex(holds);
    const there = moved.sections[home];
    if (there === undefined) return;
    change(moved);
    if (there.id !== section.id) select({ type: "section", id: there.id });
    setAnnouncement(
      t`Now row ${{ value: there.rows.findIndex(({ id }) => id === row.id) + 1 }} of ${{ sectionMention: sectionMention(there, home + 1) }}.`,
    );
    // A moved row would lose the focus, and so would a button that becomes disabled.
    requestAnimationFrame(() => {
      const buttons = [step, -step].map((way) =>
        rows.current?.querySelector<HTMLElement>(`[data-row="${row.id}"] [data-step="${way}"]:enabled`),
      );
      buttons.find((button) => button != null)?.focus();
    });
  };
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <InspectorHeading title={sectionName(section, index + 1)} />
      {editable && (
        <Actions
          noun={partNoun("section")}
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
        fields={fields}
        values={section.settings}
        onChange={(settings, path) =>
          change(
            changeSectionSettings(document, section.id, { ...section.settings, ...settings }),
            `${section.id}:${path}`,
          )
        }
        disabled={!editable}
        errors={{}}
      />
      <SectionBackground
        value={section.settings.background}
        onChange={(background) => {
          const { background: former, ...settings } = section.settings;
          const changed = background === undefined ? settings : { ...settings, background };
          change(
            changeSectionSettings(document, section.id, changed),
            former === undefined || background === undefined ? undefined : `${section.id}:background`,
          );
        }}
        disabled={!editable}
      />
      <SectionDevice section={section} />
      <LanguageFields part="section" id={section.id} languages={section.languages} />
      <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
        {t`Rows`}
      </Typography>
      <Stack component="ol" ref={rows} sx={{ listStyle: "none", m: 0, p: 0, gap: 1.5 }}>
        {section.rows.map((row, rowIndex) => (
          <RowLine
            key={row.id}
            row={row}
            number={rowIndex + 1}
            removable={section.rows.length > 1}
            onMove={(step) => stepRow(row, step)}
          />
        ))}
      </Stack>
      {editable && (
        <Button size="small" startIcon={<Add />} sx={{ mt: 1 }} onClick={() => change(addRow(document, section.id))}>
          {t`Add row`}
        </Button>
      )}
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
    </>
  );
}

interface RowLineProps {
  row: Row;
  number: number;
  removable: boolean;
  onMove: (step: -1 | 1) => void;
}

const rowSteps = [
  { step: -1, way: "up", icon: ArrowUpward, key: "ArrowUp" },
  { step: 1, way: "down", icon: ArrowDownward, key: "ArrowDown" },
] as const;

function RowLine({ row, number, removable, onMove }: RowLineProps) {
  const { document } = useDraft();
  const editable = useEditable();
  const { change } = useEditorActions();
  return (
    <Box component="li" data-row={row.id}>
      <Stack
        direction="row"
        sx={{ alignItems: "center", minHeight: 30 }}
        onKeyDown={(event) => {
          const pressed = rowSteps.find(({ key }) => event.altKey && event.key === key);
          if (pressed === undefined || !editable) return;
          event.preventDefault();
          onMove(pressed.step);
        }}
      >
        <Typography variant="caption" color="textSecondary" sx={{ mr: "auto" }}>
          {t`Row ${number}`}
        </Typography>
        {editable &&
          rowSteps.map(({ step, way, icon: Icon }) => (
            <IconButton
              key={way}
              size="small"
              aria-label={step === -1 ? t`Move row ${number} up` : t`Move row ${number} down`}
              data-step={step}
              disabled={moveRow(document, row.id, step) === document}
              onClick={() => onMove(step)}
            >
              <Icon fontSize="inherit" />
            </IconButton>
          ))}
        {editable && removable && (
          <IconButton
            size="small"
            aria-label={t`Remove row ${number}`}
            onClick={() => change(removeRow(document, row.id))}
          >
            <DeleteOutlined fontSize="inherit" />
          </IconButton>
        )}
      </Stack>
      <ColumnLayouts
        label={t`Columns of row ${number}`}
        spans={row.columns.map(({ span }) => span)}
        disabled={!editable}
        onChange={(spans) => change(layOutRow(document, row.id, spans))}
      />
      <RowDevice row={row} number={number} />
    </Box>
  );
}
