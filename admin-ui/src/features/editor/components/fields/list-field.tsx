import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Collapse from "@mui/material/Collapse";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import DragIndicator from "@mui/icons-material/DragIndicator";
import ExpandMore from "@mui/icons-material/ExpandMore";
import { useId, useRef, useState, type ReactNode } from "react";
import { AssetsPickerDialog } from "@/shared/assets/asset-picker-dialog";
import { kindNoun } from "@/shared/assets/asset-kinds";
import { DropArea } from "@/shared/assets/drop-area";
import { excerptOf, initialValue, type Field } from "../../schema/field";
import { entryOf, fileSlotOf, movedTo } from "../../schema/file-entries";
import type { SchemaFieldProps } from "./schema-field-props";

type ListSchema = Extract<Field, { kind: "list" }>;

const noFiles: readonly File[] = [];
/** Drag data of an entry: its list and index. */
const dragType = "application/x-stoa-list-entry";

/** Selector for the focus of an entry that was just added: a control in the tab order. */
const reachable = ["input:not([type=file])", "textarea", "button", "[role=combobox]", "[contenteditable=true]"]
  .map((control) => `${control}:not(:disabled, [tabindex="-1"])`)
  .join();

function entryTitle(field: ListSchema, value: unknown, index: number): string {
  const fallback = `${field.item.title || t`Entry`} ${index + 1}`;
  if (field.item.kind !== "group" || typeof value !== "object" || value === null) return fallback;
  const values = value as Record<string, unknown>;
  const label = field.itemLabel ?? field.item.fields.find(({ kind }) => kind === "text")?.name;
  return (label === undefined ? "" : excerptOf(values[label])) || fallback;
}

interface ListFieldProps extends SchemaFieldProps<ListSchema> {
  /** Renders the controls of one entry. */
  renderItem: (props: SchemaFieldProps) => ReactNode;
}

/** A list of entries of one shape: add, reorder, remove. */
export function ListField({ field, value, onChange, disabled, errors, path, renderItem }: ListFieldProps) {
  const labelId = useId();
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  /** Files dropped on the list; null while the picker is closed. */
  const [brought, setBrought] = useState<File[] | null>(null);
  const added = useRef<number | null>(null);
  const items: unknown[] = Array.isArray(value) ? value : [];
  const full = field.maxItems !== null && items.length >= field.maxItems;
  const error = errors[path];
  const help = error ?? field.description;
  const structured = field.item.kind === "group";
  const slot = fileSlotOf(field);
  const room = field.maxItems === null ? Infinity : field.maxItems - items.length;
  const move = (from: number, before: number) => {
    onChange(movedTo(items, from, before));
    setOpenIndex(openIndex === from ? (from < before ? before - 1 : before) : null);
  };
  const list = (
    <>
      <FormLabel id={labelId} sx={{ display: "block", mb: 0.75, typography: "caption" }}>
        {field.title}
      </FormLabel>
      <Stack component="ol" sx={{ listStyle: "none", m: 0, p: 0, gap: 1 }}>
        {items.map((item, index) => (
          <Box
            component="li"
            key={index}
            onDragOver={(event) => {
              if (!disabled && event.dataTransfer.types.includes(dragType)) event.preventDefault();
            }}
            onDrop={(event) => {
              const [from, ...dragged] = event.dataTransfer.getData(dragType).split(":");
              // Entries of another list bubble up to the list that they belong to.
              if (from === undefined || dragged.join(":") !== path) return;
              event.preventDefault();
              event.stopPropagation();
              const { top, height } = event.currentTarget.getBoundingClientRect();
              move(Number(from), event.clientY - top < height / 2 ? index : index + 1);
            }}
            sx={{ border: 1, borderColor: "divider", borderRadius: 1 }}
          >
            <Entry
              field={field}
              value={item}
              title={entryTitle(field, item, index)}
              open={!structured || openIndex === index}
              onToggle={structured ? () => setOpenIndex(openIndex === index ? null : index) : null}
              onChange={(next, innerPath) => onChange(items.with(index, next), innerPath)}
              onMove={(step) => move(index, step === -1 ? index - 1 : index + 2)}
              dragName={`${String(index)}:${path}`}
              onShown={(fields) => {
                if (added.current !== index) return;
                added.current = null;
                fields.querySelector<HTMLElement>(reachable)?.focus();
              }}
              onRemove={() => {
                onChange(items.toSpliced(index, 1));
                setOpenIndex(null);
              }}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              disabled={disabled}
              errors={errors}
              path={`${path}.${index}`}
              renderItem={renderItem}
            />
          </Box>
        ))}
      </Stack>
      {help && <FormHelperText error={error !== undefined}>{help}</FormHelperText>}
      {!disabled && full && (
        <FormHelperText>{t`The maximum is ${{ maxItems: field.maxItems ?? 0 }}. Remove one before you add another.`}</FormHelperText>
      )}
      {!disabled && !full && (
        <Stack direction="row" sx={{ mt: 1, gap: 1, flexWrap: "wrap" }}>
          {field.item.kind !== "asset" && (
            <Button
              size="small"
              startIcon={<Add />}
              onClick={() => {
                added.current = items.length;
                onChange([...items, initialValue(field.item)]);
                setOpenIndex(items.length);
              }}
            >
              {t`Add ${{ entry: field.item.title.toLowerCase() || t`entry` }}`}
            </Button>
          )}
          {slot !== null && (
            <Button size="small" startIcon={<Add />} onClick={() => setBrought([])}>
              {t`Add ${{ kindNoun: kindNoun(slot.kinds, "several") }}`}
            </Button>
          )}
        </Stack>
      )}
    </>
  );
  return (
    <Box role="group" aria-labelledby={labelId}>
      {slot === null ? (
        list
      ) : (
        <>
          <DropArea enabled={!disabled && !full} pastes={false} onFiles={setBrought}>
            {list}
          </DropArea>
          <AssetsPickerDialog
            open={brought !== null}
            room={room}
            kinds={slot.kinds}
            files={brought ?? noFiles}
            onClose={() => setBrought(null)}
            onPick={(assets) => {
              onChange([...items, ...assets.map((asset) => entryOf(field, slot, asset))]);
              setBrought(null);
            }}
          />
        </>
      )}
    </Box>
  );
}

interface EntryProps extends Pick<
  ListFieldProps,
  "field" | "value" | "onChange" | "disabled" | "errors" | "path" | "renderItem"
> {
  title: string;
  open: boolean;
  onToggle: (() => void) | null;
  onMove: (step: -1 | 1) => void;
  /** Label while it is dragged. */
  dragName: string;
  /** Called with its fields once they are rendered. */
  onShown: (fields: HTMLElement) => void;
  onRemove: () => void;
  isFirst: boolean;
  isLast: boolean;
}

function Entry(props: EntryProps) {
  const {
    field,
    value,
    title,
    open,
    onToggle,
    onChange,
    onMove,
    dragName,
    onShown,
    onRemove,
    isFirst,
    isLast,
    disabled,
    errors,
    path,
    renderItem,
  } = props;
  return (
    <>
      <Stack direction="row" sx={{ alignItems: "center", pl: 1.25, pr: 0.5, minHeight: 38 }}>
        {!disabled && !(isFirst && isLast) && (
          <Box
            draggable
            aria-hidden
            onDragStart={(event) => {
              event.stopPropagation();
              event.dataTransfer.setData(dragType, dragName);
              event.dataTransfer.effectAllowed = "move";
            }}
            sx={{ display: { xs: "none", sm: "flex" }, cursor: "grab", color: "text.secondary", mr: 0.5 }}
          >
            <DragIndicator fontSize="inherit" />
          </Box>
        )}
        {onToggle === null ? (
          <Typography variant="caption" color="textSecondary" sx={{ flex: 1 }}>
            {title}
          </Typography>
        ) : (
          <ButtonBase
            onClick={onToggle}
            aria-expanded={open}
            sx={{ flex: 1, minWidth: 0, justifyContent: "flex-start", gap: 0.5, py: 0.75 }}
          >
            <ExpandMore
              fontSize="small"
              sx={{ transform: open ? "none" : "rotate(-90deg)", color: "text.secondary" }}
            />
            <Typography variant="body2" noWrap>
              {title}
            </Typography>
          </ButtonBase>
        )}
        {!disabled && (
          <>
            <IconButton size="small" aria-label={t`Move ${title} up`} disabled={isFirst} onClick={() => onMove(-1)}>
              <ArrowUpward fontSize="inherit" />
            </IconButton>
            <IconButton size="small" aria-label={t`Move ${title} down`} disabled={isLast} onClick={() => onMove(1)}>
              <ArrowDownward fontSize="inherit" />
            </IconButton>
            <IconButton size="small" aria-label={t`Remove ${title}`} onClick={onRemove}>
              <DeleteOutlined fontSize="inherit" />
            </IconButton>
          </>
        )}
      </Stack>
      <Collapse in={open} unmountOnExit>
        <Box
          ref={(fields: HTMLElement | null) => {
            if (fields !== null) onShown(fields);
          }}
          sx={{ p: 1.5, pt: 1 }}
        >
          {renderItem({ field: field.item, value, onChange, disabled, errors, path })}
        </Box>
      </Collapse>
    </>
  );
}
