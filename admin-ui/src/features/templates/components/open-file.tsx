import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { useEffect, useMemo, useRef, useState } from "react";
import { LeaveGuard } from "@/shared/form/leave-guard";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ErrorState, LoadingBar } from "@/shared/ui/states";
import { useLazyGetTemplateFileQuery, type FileProblem, type TemplateFile } from "../api";
import { CodeEditor, type CodeEditorHandle } from "../code/code-editor";
import { useFileDraft } from "../hooks/use-file-draft";
import { useProblems } from "../hooks/use-problems";
import { useTemplatePreview } from "../hooks/use-template-preview";
import { FileBar } from "./file-bar";
import { PreviewPane } from "@/shared/live-page/preview-pane";
import { ProblemList } from "./problem-list";
import { SaveNotice } from "./save-notice";

export type Panel = "files" | "code" | "preview";

interface OpenFileProps {
  path: string;
  wide: boolean;
  panel: Panel;
  /** A problem to scroll to once the file is loaded. */
  target: FileProblem | null;
  onUnsaved: (unsaved: boolean) => void;
  onProblem: (problem: FileProblem) => void;
  /** Called when the drafts on the server have changed. */
  onReplaced: () => void;
  /** Called when the file was deleted. */
  onGone: () => void;
}

/** Loads a file for editing. */
export function OpenFile(props: OpenFileProps) {
  const website = useWebsite();
  // Not cached: editing must start from the server's current text, and must not change when other data is loaded.
  const [load] = useLazyGetTemplateFileQuery();
  const [file, setFile] = useState<TemplateFile | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    void load({ websiteId: website.id, filePath: props.path }).then(({ data, isError, error }) => {
      if (!wanted) return;
      setFile(data !== undefined && !isError ? data : null);
      setFailure(isError ? error : null);
    });
    return () => {
      wanted = false;
    };
  }, [load, website.id, props.path, attempt]);
  if (file !== null) return <Editing file={file} {...props} />;
  if (failure !== null) return <ErrorState error={failure} onRetry={() => setAttempt((count) => count + 1)} />;
  return <LoadingBar />;
}

function Editing({
  file,
  path,
  wide,
  panel,
  target,
  onUnsaved,
  onProblem,
  onReplaced,
  onGone,
}: OpenFileProps & { file: TemplateFile }) {
  const editable = usePermission("design", "write");
  const draft = useFileDraft(file);
  const { text, saved, unsaved } = draft;
  const [address, setAddress] = useState("/");
  const preview = useTemplatePreview(path, text, unsaved, address);
  const findings = useMemo(
    () => preview.findings ?? { text: saved.text, problems: saved.problems },
    [preview.findings, saved],
  );
  const problems = useProblems(path, text, findings);
  const elsewhere = findings.problems.filter((problem) => problem.path !== path);
  const editor = useRef<CodeEditorHandle>(null);
  const goTo = (problem: FileProblem) => {
    if (problem.path === path) editor.current?.goTo(problem.line, problem.column);
    onProblem(problem);
  };

  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
  useEffect(() => {
    if (target !== null) editor.current?.goTo(target.line, target.column);
  }, [target]);

  const code = (
    <Box sx={{ display: "flex", flexDirection: "column", height: "100%", minHeight: 0, minWidth: 0 }}>
      <FileBar draft={draft} onReplaced={onReplaced} onGone={onGone} />
      <SaveNotice draft={draft} />
      <Box sx={{ flex: 1, minHeight: 0 }}>
        <CodeEditor
          ref={editor}
          label={t`Text of ${path}`}
          path={path}
          text={text}
          readOnly={!editable}
          problems={problems}
          onChange={draft.change}
          onSave={() => void draft.save()}
        />
      </Box>
      <Box
        component="section"
        aria-label={t`Problems`}
        aria-live="polite"
        sx={{
          maxHeight: "30%",
          minHeight: 44,
          overflowY: "auto",
          borderTop: 1,
          borderColor: "divider",
          bgcolor: "background.paper",
        }}
      >
        <ProblemList problems={[...problems, ...elsewhere]} withFile={elsewhere.length > 0} onChosen={goTo} />
      </Box>
    </Box>
  );
  const page = <PreviewPane preview={preview} address={address} onAddress={setAddress} />;
  return (
    <>
      <LeaveGuard when={unsaved} />
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: wide ? "minmax(0, 1fr) minmax(0, 1fr)" : "minmax(0, 1fr)",
          gridTemplateRows: "minmax(0, 1fr)",
          height: "100%",
        }}
      >
        <Box sx={{ display: wide || panel !== "preview" ? "block" : "none", minHeight: 0, minWidth: 0 }}>{code}</Box>
        {(wide || panel === "preview") && (
          <Box
            sx={{ borderLeft: wide ? 1 : 0, borderColor: "divider", bgcolor: "stone.main", minHeight: 0, minWidth: 0 }}
          >
            {page}
          </Box>
        )}
      </Box>
    </>
  );
}
