import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import { createDocument, EditorContent, useEditor, type Editor, type JSONContent } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { useEffect, useId, useRef, useState } from "react";
import { isCommandK } from "../../command-box/shortcut";
import { directionOf } from "../../i18n/language";
import type { LinkTarget } from "../link/link-target";
import { RichTextLinkDialog } from "./rich-text-link";
import { RichTextToolbar } from "./rich-text-toolbar";
import { TextAlign } from "./text-align";
import { listsOfWord } from "./word-paste";

interface CommonProps {
  label: string;
  disabled?: boolean;
  error?: string | undefined;
  help?: string | undefined;
  /** Pages that links can point to. */
  targets?: LinkTarget[];
  /** BCP 47 tag of the language of the text; that of the admin if undefined. */
  lang?: string;
}

/** Rich text, stored as HTML or as a tree of nodes; HTML is converted to a tree when it is edited. */
export type RichTextEditorProps = CommonProps &
  (
    | {
        as?: "html";
        value: string;
        onChange: (html: string) => void;
        /** Whether it can hold all that a tree can: alignment, and headings of the first level. */
        whole?: boolean;
        rightToLeft?: boolean;
      }
    | {
        as: "tree";
        value: string | JSONContent;
        onChange: (tree: JSONContent) => void;
        /** Whether the text is right-to-left. */ rightToLeft?: boolean;
      }
  );

const html = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { rel: null, target: null } },
  }),
];
const tree = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { rel: null, target: null, class: null } },
  }),
  TextAlign,
];

function keyOf(value: string | JSONContent): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Attributes = Record<string, string>;

function attributesOf(labelId: string, helpId: string | null, invalid: boolean, lang: string | undefined): Attributes {
  const described: Attributes = helpId === null ? {} : { "aria-describedby": helpId };
  return {
    role: "textbox",
    "aria-multiline": "true",
    "aria-labelledby": labelId,
    ...(invalid ? { "aria-invalid": "true" } : {}),
    ...(lang === undefined ? {} : { lang, dir: directionOf(new Intl.Locale(lang).language) }),
    ...described,
  };
}

/** The editor keeps an empty paragraph at the end, to type in. */
function htmlOf(editor: Editor, isWhole: boolean): string {
  const written = editor.getHTML();
  return isWhole ? written.replace(/(?:<p><\/p>)+$/, "") : written;
}

/** Replaces only the range that differs, so that the caret keeps its position in the text. */
function changeWhatDiffers(editor: Editor, value: string | JSONContent): void {
  const { state, view, schema } = editor;
  const next = createDocument(value, schema);
  const start = state.doc.content.findDiffStart(next.content);
  const ends = state.doc.content.findDiffEnd(next.content);
  if (start === null || ends === null) return;
  // A repeated text is matched from both sides.
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
  const change = state.tr.replace(start, ends.a + overlap, next.slice(start, ends.b + overlap));
  view.dispatch(change.setMeta("preventUpdate", true).setMeta("addToHistory", false));
}

export default function RichTextEditor(props: RichTextEditorProps) {
  const { label, value, disabled = false, error, help, targets = [], lang } = props;
  const isWhole = props.as === "tree" || props.whole === true;
  const labelId = useId();
  const helpId = useId();
  const [isLinking, setLinking] = useState(false);
  const described = error !== undefined || (help !== undefined && help !== "");
  const known = useRef(keyOf(value));
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  }, [props]);
  const editor = useEditor({
    extensions: isWhole ? tree : html,
    content: value,
    editable: !disabled,
    editorProps: {
      attributes: attributesOf(labelId, described ? helpId : null, error !== undefined, lang),
      transformPastedHTML: listsOfWord,
    },
    onUpdate: ({ editor: changed }) => {
      const { current } = latest;
      if (current.as === "tree") {
        const next = changed.getJSON();
        known.current = keyOf(next);
        current.onChange(next);
      } else {
        const next = changed.isEmpty ? "" : htmlOf(changed, current.whole === true);
        known.current = keyOf(next);
        current.onChange(next);
      }
    },
  });
  const key = keyOf(value);
  useEffect(() => {
    // Other users, undo, discard and reload change the value; our own change must not reset the editor.
    if (key === known.current) return;
    known.current = key;
    changeWhatDiffers(editor, latest.current.value);
  }, [editor, key]);
  useEffect(() => {
    const attributes = attributesOf(labelId, described ? helpId : null, error !== undefined, lang);
    editor.setOptions({ editorProps: { ...editor.options.editorProps, attributes } });
  }, [editor, labelId, helpId, described, error, lang]);
  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  const startLinking = () => {
    // The caret may be at the edge of a link, where the editor detects none.
    editor.commands.extendMarkRange("link");
    setLinking(true);
  };
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
            "& h1, & h2": { typography: "h2", mt: 2, mb: 0.5 },
            "& h3, & h4": { typography: "h3", mt: 2, mb: 0.5 },
            "& a": { color: "primary.main" },
            "& blockquote": { borderLeft: 3, borderColor: "divider", pl: 2, ml: 0 },
            "& pre": { bgcolor: "action.hover", p: 1, borderRadius: 1, overflowX: "auto" },
          },
        }}
      >
        {!disabled && (
          <RichTextToolbar
            editor={editor}
            label={label}
            onLink={startLinking}
            start={!isWhole ? null : props.rightToLeft === true ? "right" : "left"}
          />
        )}
        <Box
          onKeyDown={(event) => {
            if (disabled || !isCommandK(event.nativeEvent)) return;
            event.preventDefault();
            startLinking();
          }}
        >
          <EditorContent editor={editor} />
        </Box>
      </Box>
      {isLinking && <RichTextLinkDialog editor={editor} targets={targets} onClose={() => setLinking(false)} />}
      {described && (
        <FormHelperText id={helpId} error={error !== undefined}>
          {error ?? help}
        </FormHelperText>
      )}
    </Box>
  );
}
