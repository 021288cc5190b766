import { css } from "@codemirror/lang-css";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import Box from "@mui/material/Box";
import { useEffect, useImperativeHandle, useRef, type Ref } from "react";
import { editorTheme } from "./editor-theme";
import { diagnosticOf, positionOf, type PlacedProblem } from "./problem-place";
import { templateLanguage } from "./template-language";

export interface CodeEditorHandle {
  /** Moves the cursor to a position and scrolls to it. */
  goTo: (line: number, column: number) => void;
}

interface CodeEditorProps {
  ref?: Ref<CodeEditorHandle>;
  /** Accessible name of the editor. */
  label: string;
  path: string;
  /** Initial text; another value resets the editor. */
  text: string;
  readOnly: boolean;
  problems: PlacedProblem[];
  onChange: (text: string) => void;
  onSave: () => void;
}

function languageOf(path: string) {
  return /\.(css|less)$/.test(path) ? css() : templateLanguage;
}

/** Code editor for one file. Escape, then Tab leaves it by keyboard. */
export function CodeEditor({ ref, label, path, text, readOnly, problems, onChange, onSave }: CodeEditorProps) {
  const room = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ text, onChange, onSave });
  useEffect(() => {
    latest.current = { text, onChange, onSave };
  }, [text, onChange, onSave]);

  useEffect(() => {
    if (room.current === null) return undefined;
    const saving = {
      key: "Mod-s",
      preventDefault: true,
      run: () => {
        latest.current.onSave();
        return true;
      },
    };
    const editor = new EditorView({
      parent: room.current,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          lineNumbers(),
          lintGutter(),
          highlightActiveLineGutter(),
          highlightActiveLine(),
          drawSelection(),
          history(),
          bracketMatching(),
          search({ top: true }),
          highlightSelectionMatches(),
          indentUnit.of("  "),
          EditorView.lineWrapping,
          languageOf(path),
          editorTheme,
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ "aria-label": label }),
          keymap.of([saving, ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [label, path, readOnly]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const { doc } = editor.state;
    editor.dispatch(
      setDiagnostics(
        editor.state,
        problems.map((problem) => diagnosticOf(doc, problem)),
      ),
    );
  }, [problems, label, path, readOnly]);

  useImperativeHandle(ref, () => ({
    goTo: (line, column) => {
      const editor = view.current;
      if (editor === null) return;
      const anchor = positionOf(editor.state.doc, line, column);
      editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      editor.focus();
    },
  }));

  return <Box ref={room} sx={{ height: "100%", minHeight: 0, overflow: "hidden" }} />;
}
