import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import InputAdornment from "@mui/material/InputAdornment";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { memo, useState, type ReactNode } from "react";
import type { Block, Row, Section } from "@/shared/page-document/document";
import { changeOnDevice, type On } from "../../document/devices";
import { useCommands } from "../../hooks/use-commands";
import { useEditable, useEditorActions } from "../../hooks/use-open-page";
import { isShown, type Field } from "../../schema/field";
import { readNumber } from "../fields/number-field";
import { ColumnLayouts } from "../inspector/column-layouts";
import { deviceNames, useDevice, type Device } from "./device";

/** Changes an override for the device that the canvas shows. */
function useChange(id: string): (change: On, name: string) => void {
  const { read } = useCommands();
  const { change } = useEditorActions();
  const device = useDevice();
  return (differing, name) => {
    const open = read();
    if (open !== null) change(changeOnDevice(open.document, id, device, differing), `${id}:devices.${device}.${name}`);
  };
}

interface FrameProps {
  id: string;
  hidden: boolean;
  device: Device;
  /** Overrides other than visibility; none for desktop. */
  children: ReactNode;
}

/** Memoized apart from its fields, so that it does not re-render on each keystroke above it. */
const Frame = memo(function Frame({ id, hidden, device, children }: FrameProps) {
  return (
    <Box component="section" aria-label={t`On ${{ deviceNames: deviceNames[device] }}`} sx={{ mt: 3 }}>
      <Words device={device} />
      <Stack sx={{ gap: 2 }}>
        <Hide id={id} hidden={hidden} />
        {children}
      </Stack>
    </Box>
  );
});

const Words = memo(function Words({ device }: { device: Device }) {
  return (
    <>
      <Typography variant="h3">{t`On ${{ deviceNames: deviceNames[device] }}`}</Typography>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 1.5 }}>
        {device === "desktop"
          ? t`Select tablet or phone above the page to change settings for that device.`
          : t`Everything else is the same as on desktops.`}
      </Typography>
    </>
  );
});

const Hide = memo(function Hide({ id, hidden }: { id: string; hidden: boolean }) {
  const device = useDevice();
  const editable = useEditable();
  const change = useChange(id);
  return (
    <FormControlLabel
      control={
        <Switch
          checked={hidden}
          disabled={!editable}
          onChange={(_, checked) => change({ hidden: checked }, "hidden")}
        />
      }
      label={t`Hide on ${{ deviceNames: deviceNames[device] }}`}
    />
  );
});

/** Device overrides of a block. */
export function BlockDevice({ block, fields }: { block: Block; fields: Field[] }) {
  const device = useDevice();
  const editable = useEditable();
  const change = useChange(block.id);
  const on = block.devices?.[device];
  const differing = fields.filter((field) => field.perDevice && isShown(field, block.settings, fields));
  return (
    <Frame id={block.id} hidden={on?.hidden === true} device={device}>
      {device !== "desktop" &&
        differing.map(
          (field) =>
            field.kind === "number" && (
              <DeviceNumber
                key={`${device} ${field.name}`}
                field={field}
                usual={block.settings[field.name] ?? field.fallback}
                value={on?.settings?.[field.name]}
                disabled={!editable}
                onChange={(value) => {
                  const others = Object.entries(on?.settings ?? {}).filter(([name]) => name !== field.name);
                  change(
                    { settings: Object.fromEntries(value === undefined ? others : [...others, [field.name, value]]) },
                    field.name,
                  );
                }}
              />
            ),
        )}
    </Frame>
  );
}

interface DeviceNumberProps {
  field: Extract<Field, { kind: "number" }>;
  usual: unknown;
  value: number | undefined;
  disabled: boolean;
  onChange: (value: number | undefined) => void;
}

/** A number for this device; the desktop value applies while it is empty. */
function DeviceNumber({ field, usual, value, disabled, onChange }: DeviceNumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(value ?? "");
  const read = text.trim() === "" ? undefined : readNumber(text, field);
  const wrong = typeof read === "string" ? read : null;
  return (
    <TextField
      label={field.title}
      value={text}
      disabled={disabled}
      error={wrong !== null}
      helperText={wrong ?? t`${{ usual: String(usual ?? "") }} on desktops, unless something is entered here`}
      onChange={(event) => {
        const next = event.target.value.trim() === "" ? undefined : readNumber(event.target.value, field);
        setTyped(event.target.value);
        if (typeof next !== "string") onChange(next);
      }}
      onBlur={() => {
        if (wrong === null) setTyped(null);
      }}
      slotProps={{
        htmlInput: { inputMode: field.whole ? "numeric" : "decimal" },
        input:
          field.unit === null ? {} : { endAdornment: <InputAdornment position="end">{field.unit}</InputAdornment> },
      }}
    />
  );
}

const paddings = [
  {
    value: "none",
    get title() {
      return t`None`;
    },
  },
  {
    value: "small",
    get title() {
      return t`Small`;
    },
  },
  {
    value: "medium",
    get title() {
      return t`Medium`;
    },
  },
  {
    value: "large",
    get title() {
      return t`Large`;
    },
  },
];

/** Device overrides of a section. */
export function SectionDevice({ section }: { section: Section }) {
  const device = useDevice();
  const editable = useEditable();
  const change = useChange(section.id);
  const on = section.devices?.[device];
  return (
    <Frame id={section.id} hidden={on?.hidden === true} device={device}>
      {device !== "desktop" && (
        <TextField
          select
          label={t`Space above and below`}
          value={on?.padding ?? ""}
          disabled={!editable}
          onChange={(event) =>
            change({ padding: event.target.value === "" ? undefined : event.target.value }, "padding")
          }
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t`Same as desktop`}</MenuItem>
          {paddings.map(({ value, title }) => (
            <MenuItem key={value} value={value}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Frame>
  );
}

function sameSpans(left: number[], right: number[]): boolean {
  return left.length === right.length && left.every((span, index) => span === right[index]);
}

/** Device overrides of a row's columns: widths and order. */
export function RowDevice({ row, number }: { row: Row; number: number }) {
  const device = useDevice();
  const editable = useEditable();
  const change = useChange(row.id);
  const count = row.columns.length;
  if (device === "desktop" || count < 2) return null;
  const on = row.devices?.[device];
  const usual = device === "phone" ? row.columns.map(() => 12) : row.columns.map(({ span }) => span);
  const own = on?.spans ?? [];
  const spans = usual.map((span, index) => own[index] ?? span);
  const stacked = row.columns.map(() => 12);
  const half = row.columns.map(() => 6);
  const asOnDesktops = row.columns.map(({ span }) => span);
  const offered = [stacked, half, asOnDesktops].filter(
    (choice, index, all) => all.findIndex((other) => sameSpans(other, choice)) === index,
  );
  return (
    <Stack sx={{ gap: 0.5, mt: 0.75 }}>
      <ColumnLayouts
        label={t`Columns of row ${number} on ${{ deviceNames: deviceNames[device] }}`}
        spans={spans}
        offered={offered.map((choice) => ({
          name: sameSpans(choice, stacked)
            ? t`Stacked`
            : sameSpans(choice, asOnDesktops)
              ? t`Same as desktop`
              : t`Two columns`,
          spans: choice,
        }))}
        disabled={!editable}
        onChange={(chosen) => change({ spans: sameSpans(chosen, usual) ? [] : chosen }, "spans")}
      />
      <FormControlLabel
        control={
          <Switch
            size="small"
            checked={on?.reversed === true}
            disabled={!editable}
            onChange={(_, checked) => change({ reversed: checked }, "reversed")}
          />
        }
        label={t`Last column first`}
      />
    </Stack>
  );
}
