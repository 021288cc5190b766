import { t } from "@lingui/core/macro";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import AddLink from "@mui/icons-material/AddLink";
import Code from "@mui/icons-material/Code";
import FormatAlignCenter from "@mui/icons-material/FormatAlignCenter";
import FormatAlignLeft from "@mui/icons-material/FormatAlignLeft";
import FormatAlignRight from "@mui/icons-material/FormatAlignRight";
import FormatBold from "@mui/icons-material/FormatBold";
import FormatClear from "@mui/icons-material/FormatClear";
import FormatItalic from "@mui/icons-material/FormatItalic";
import FormatListBulleted from "@mui/icons-material/FormatListBulleted";
import FormatListNumbered from "@mui/icons-material/FormatListNumbered";
import FormatQuote from "@mui/icons-material/FormatQuote";
import FormatStrikethrough from "@mui/icons-material/FormatStrikethrough";
import { useEditorState, type Editor } from "@tiptap/react";
import type { ReactNode } from "react";
import type { Alignment } from "./text-align";

const alignments: { alignment: Alignment; label: string; icon: ReactNode }[] = [
  {
    alignment: "left",
    get label() {
      return t`Left`;
    },
    icon: <FormatAlignLeft fontSize="small" />,
  },
  {
    alignment: "center",
    get label() {
      return t`Center`;
    },
    icon: <FormatAlignCenter fontSize="small" />,
  },
  {
    alignment: "right",
    get label() {
      return t`Right`;
    },
    icon: <FormatAlignRight fontSize="small" />,
  },
];

const levels = [1, 2, 3, 4] as const;

interface ToolbarProps {
  editor: Editor;
  label: string;
  onLink: () => void;
  /** Default alignment; null if the text does not store alignment. */
  start: "left" | "right" | null;
}

export function RichTextToolbar({ editor, label, onLink, start }: ToolbarProps) {
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive("bold"),
      italic: current.isActive("italic"),
      strike: current.isActive("strike"),
      code: current.isActive("code"),
      level: levels.find((level) => current.isActive("heading", { level })) ?? 0,
      bullets: current.isActive("bulletList"),
      numbers: current.isActive("orderedList"),
      quote: current.isActive("blockquote"),
      link: current.isActive("link"),
      alignment: alignments.find(({ alignment }) => current.isActive({ textAlign: alignment }))?.alignment ?? start,
    }),
  });
  const run = () => editor.chain().focus();
  const headings = levels.filter((level) => start !== null || level > 1);
  const align = (alignment: Alignment) => {
    const textAlign = alignment === start ? null : alignment;
    run().updateAttributes("paragraph", { textAlign }).updateAttributes("heading", { textAlign }).run();
  };
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={t`Format of ${label}`}
      sx={{
        gap: 0.25,
        px: 0.75,
        py: 0.5,
        borderBottom: 1,
        borderColor: "divider",
        flexWrap: "wrap",
        alignItems: "center",
      }}
    >
      <TextField
        select
        variant="standard"
        fullWidth={false}
        value={headings.some((level) => level === active.level) ? active.level : 0}
        onChange={(event) => {
          const level = headings.find((candidate) => candidate === Number(event.target.value));
          if (level === undefined) run().setParagraph().run();
          else run().setHeading({ level }).run();
        }}
        slotProps={{ htmlInput: { "aria-label": t`Kind of paragraph` }, input: { disableUnderline: true } }}
        sx={{ minWidth: 96, "& .MuiSelect-select": { py: 0.25, typography: "body2" } }}
      >
        <MenuItem value={0}>{t`Text`}</MenuItem>
        {headings.map((level) => (
          <MenuItem key={level} value={level}>
            {t`Heading ${level}`}
          </MenuItem>
        ))}
      </TextField>
      <Tool
        label={t`Bold`}
        on={active.bold}
        onClick={() => run().toggleBold().run()}
        icon={<FormatBold fontSize="small" />}
      />
      <Tool
        label={t`Italic`}
        on={active.italic}
        onClick={() => run().toggleItalic().run()}
        icon={<FormatItalic fontSize="small" />}
      />
      <Tool
        label={t`Strike through`}
        on={active.strike}
        onClick={() => run().toggleStrike().run()}
        icon={<FormatStrikethrough fontSize="small" />}
      />
      <Tool
        label={t`Code`}
        on={active.code}
        onClick={() => run().toggleCode().run()}
        icon={<Code fontSize="small" />}
      />
      <Tool
        label={t`List`}
        on={active.bullets}
        onClick={() => run().toggleBulletList().run()}
        icon={<FormatListBulleted fontSize="small" />}
      />
      <Tool
        label={t`Numbered list`}
        on={active.numbers}
        onClick={() => run().toggleOrderedList().run()}
        icon={<FormatListNumbered fontSize="small" />}
      />
      <Tool
        label={t`Quote`}
        on={active.quote}
        onClick={() => run().toggleBlockquote().run()}
        icon={<FormatQuote fontSize="small" />}
      />
      {start !== null &&
        alignments.map(({ alignment, label: name, icon }) => (
          <Tool
            key={alignment}
            label={name}
            on={active.alignment === alignment}
            onClick={() => align(alignment)}
            icon={icon}
          />
        ))}
      <Tool label={t`Link`} on={active.link} onClick={onLink} icon={<AddLink fontSize="small" />} />
      <Tool
        label={t`Clear format`}
        onClick={() => run().unsetAllMarks().clearNodes().run()}
        icon={<FormatClear fontSize="small" />}
      />
    </Stack>
  );
}

interface ToolProps {
  label: string;
  /** Undefined for buttons that are not toggles. */
  on?: boolean;
  icon: ReactNode;
  onClick: () => void;
}

function Tool({ label, on, icon, onClick }: ToolProps) {
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={label}
        aria-pressed={on}
        onClick={onClick}
        sx={{ bgcolor: on ? "stone.main" : "transparent", color: on ? "text.primary" : "text.secondary" }}
      >
        {icon}
      </IconButton>
    </Tooltip>
  );
}
