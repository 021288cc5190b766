import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import AddLink from "@mui/icons-material/AddLink";
import FormatBold from "@mui/icons-material/FormatBold";
import FormatItalic from "@mui/icons-material/FormatItalic";
import FormatListBulleted from "@mui/icons-material/FormatListBulleted";
import FormatListNumbered from "@mui/icons-material/FormatListNumbered";
import FormatQuote from "@mui/icons-material/FormatQuote";
import Title from "@mui/icons-material/Title";
import { EditorContent, useEditor, useEditorState, type Editor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";

export interface RichTextEditorProps {
  label: string;
  /** HTML. */
  value: string;
  onChange: (html: string) => void;
  disabled?: boolean;
  error?: string | undefined;
  help?: string | undefined;
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { rel: null, target: null } },
  }),
];

export default function RichTextEditor({ label, value, onChange, disabled = false, error, help }: RichTextEditorProps) {
  const labelId = useId();
  const emitted = useRef(value);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  }, [onChange]);
  const editor = useEditor({
    extensions,
    content: value,
    editable: !disabled,
    editorProps: { attributes: { role: "textbox", "aria-multiline": "true", "aria-labelledby": labelId } },
    onUpdate: ({ editor: changed }) => {
      const html = changed.isEmpty ? "" : changed.getHTML();
      emitted.current = html;
      report.current(html);
    },
  });
  useEffect(() => {
    // Undo, discard and reload change the text from outside; our own echo must not move the caret.
    if (value === emitted.current) return;
    emitted.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  return (
    <Box>
      <FormLabel id={labelId} error={error !== undefined} sx={{ display: "block", mb: 0.75, typography: "caption" }}>
        {label}
      </FormLabel>
      <Box
        sx={{
          border: 1,
          borderColor: error === undefined ? "color-mix(in srgb, currentcolor 30%, transparent)" : "error.main",
          borderRadius: 1,
          bgcolor: "background.paper",
          "&:focus-within": { borderColor: "primary.main" },
          "& .tiptap": {
            minHeight: 110,
            maxHeight: 420,
            overflowY: "auto",
            px: 1.75,
            py: 1.25,
            outline: "none",
            typography: "body1",
            "& > :first-of-type": { mt: 0 },
            "& p": { my: 1 },
            "& h2": { typography: "h2", mt: 2, mb: 0.5 },
            "& h3, & h4": { typography: "h3", mt: 2, mb: 0.5 },
            "& a": { color: "primary.main" },
            "& blockquote": { borderLeft: 3, borderColor: "divider", pl: 2, ml: 0 },
          },
        }}
      >
        {!disabled && <Toolbar editor={editor} label={label} />}
        <EditorContent editor={editor} />
      </Box>
      {(error ?? help) && <FormHelperText error={error !== undefined}>{error ?? help}</FormHelperText>}
    </Box>
  );
}

function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive("bold"),
      italic: current.isActive("italic"),
      heading: current.isActive("heading"),
      bullets: current.isActive("bulletList"),
      numbers: current.isActive("orderedList"),
      quote: current.isActive("blockquote"),
      link: current.isActive("link"),
    }),
  });
  const run = () => editor.chain().focus();
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={`Format of ${label}`}
      sx={{ gap: 0.25, px: 0.75, py: 0.5, borderBottom: 1, borderColor: "divider", flexWrap: "wrap" }}
    >
      <Tool label="Bold" on={active.bold} onClick={() => run().toggleBold().run()} icon={<FormatBold fontSize="small" />} />
      <Tool label="Italic" on={active.italic} onClick={() => run().toggleItalic().run()} icon={<FormatItalic fontSize="small" />} />
      <Tool label="Heading" on={active.heading} onClick={() => run().toggleHeading({ level: 2 }).run()} icon={<Title fontSize="small" />} />
      <Tool label="List" on={active.bullets} onClick={() => run().toggleBulletList().run()} icon={<FormatListBulleted fontSize="small" />} />
      <Tool label="Numbered list" on={active.numbers} onClick={() => run().toggleOrderedList().run()} icon={<FormatListNumbered fontSize="small" />} />
      <Tool label="Quote" on={active.quote} onClick={() => run().toggleBlockquote().run()} icon={<FormatQuote fontSize="small" />} />
      <LinkTool editor={editor} on={active.link} />
    </Stack>
  );
}

interface ToolProps {
  label: string;
  on: boolean;
  icon: ReactNode;
  onClick: (event: React.MouseEvent<HTMLElement>) => void;
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

function LinkTool({ editor, on }: { editor: Editor; on: boolean }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [address, setAddress] = useState("");
  const apply = () => {
    const chain = editor.chain().focus().extendMarkRange("link");
    if (address.trim() === "") chain.unsetLink().run();
    else chain.setLink({ href: address.trim() }).run();
    setAnchor(null);
  };
  return (
    <>
      <Tool
        label="Link"
        on={on}
        icon={<AddLink fontSize="small" />}
        onClick={(event) => {
          setAddress(String(editor.getAttributes("link")["href"] ?? ""));
          setAnchor(event.currentTarget);
        }}
      />
      <Popover open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} anchorOrigin={{ vertical: "bottom", horizontal: "left" }}>
        <Stack direction="row" sx={{ p: 1.5, gap: 1 }}>
          <TextField
            label="Address"
            placeholder="/shop"
            value={address}
            autoFocus
            onChange={(event) => setAddress(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") {
                event.preventDefault();
                apply();
              }
            }}
          />
          <Button onClick={apply}>{address.trim() === "" && on ? "Remove" : "Apply"}</Button>
        </Stack>
      </Popover>
    </>
  );
}
