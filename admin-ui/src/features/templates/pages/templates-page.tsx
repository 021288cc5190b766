import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import Code from "@mui/icons-material/Code";
import FolderOutlined from "@mui/icons-material/FolderOutlined";
import Visibility from "@mui/icons-material/VisibilityOutlined";
import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { PartsNavigation } from "@/shared/ui/parts-navigation";
import { EmptyState, ErrorState, LoadingBar } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useListTemplateFilesQuery, type FileProblem, type TemplateFiles } from "../api";
import { FileList } from "../components/file-list";
import { HistoryDialog } from "../components/history-dialog";
import { NewFileDialog } from "../components/new-file-dialog";
import { OpenFile, type Panel } from "../components/open-file";
import { PublishDialog } from "../components/publish-dialog";
import { TemplatesBar } from "../components/templates-bar";

export function TemplatesPage() {
  const website = useWebsite();
  const { data, isError, error, refetch } = useListTemplateFilesQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true },
  );
  useEffect(() => {
    document.title = t`Templates – Stoa`;
  }, []);
  if (data !== undefined) return <Workspace files={data} reload={() => void refetch()} />;
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <LoadingBar />;
}

interface WorkspaceProps {
  files: TemplateFiles;
  reload: () => void;
}

type Asking = "new" | "publish" | "history" | null;

function Workspace({ files, reload }: WorkspaceProps) {
  const website = useWebsite();
  const toast = useToast();
  const navigate = useNavigate();
  const { filePath = null } = useParams();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up("lg"));
  const [asking, setAsking] = useState<Asking>(null);
  const [panel, setPanel] = useState<Panel>(filePath === null ? "files" : "code");
  // Incremented when drafts are replaced while a file is open, to reload it.
  const [generation, setGeneration] = useState(0);
  const [unsaved, setUnsaved] = useState(false);
  const [target, setTarget] = useState<FileProblem | null>(null);
  const close = () => setAsking(null);
  const open = async (path: string) => {
    setPanel("code");
    await navigate(`/sites/${website.id}/templates/${encodeURIComponent(path)}`);
  };
  const show = (problem: FileProblem) => {
    close();
    setTarget(problem);
    if (problem.path !== filePath && problem.path !== "") void open(problem.path);
    else setPanel("code");
  };
  const list = (
    <FileList files={files.files} open={filePath} onNew={() => setAsking("new")} onChosen={() => setPanel("code")} />
  );
  const file =
    filePath === null ? (
      <EmptyState title={t`Choose a file`}>
        {t`Files of your theme, ${{ theme: files.theme }}. What you change is a draft until you publish it.`}
      </EmptyState>
    ) : (
      <OpenFile
        key={`${filePath}:${generation}`}
        path={filePath}
        wide={wide}
        panel={panel}
        target={target?.path === filePath ? target : null}
        onUnsaved={setUnsaved}
        onProblem={show}
        onReplaced={() => setGeneration((count) => count + 1)}
        onGone={() => {
          setPanel("files");
          void navigate(`/sites/${website.id}/templates`);
        }}
      />
    );
  return (
    <Box sx={{ display: "flex", flexDirection: "column", height: "100dvh", bgcolor: "background.default" }}>
      <TemplatesBar
        theme={files.theme}
        mayPublishNow={files.unpublished && !unsaved}
        hint={unsaved ? t`Save the draft first` : t`Nothing to publish`}
        onHistory={() => setAsking("history")}
        onPublish={() => setAsking("publish")}
      />
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: "grid",
          gridTemplateColumns: wide ? "264px minmax(0, 1fr)" : "minmax(0, 1fr)",
          gridTemplateRows: "minmax(0, 1fr)",
        }}
      >
        {(wide || panel === "files") && (
          <Box sx={{ overflowY: "auto", borderRight: wide ? 1 : 0, borderColor: "divider" }}>{list}</Box>
        )}
        <Box component="main" sx={{ display: wide || panel !== "files" ? "block" : "none", minHeight: 0, minWidth: 0 }}>
          {file}
        </Box>
      </Box>
      {!wide && (
        <PartsNavigation
          label={t`Parts of the editor`}
          value={panel}
          onChange={setPanel}
          parts={[
            { value: "files", label: t`Files`, icon: <FolderOutlined /> },
            { value: "code", label: t`Code`, icon: <Code /> },
            { value: "preview", label: t`Preview`, icon: <Visibility /> },
          ]}
        />
      )}
      {asking === "new" && (
        <NewFileDialog
          files={files.files}
          onClose={close}
          onMade={(path) => {
            close();
            void open(path);
          }}
        />
      )}
      {asking === "publish" && (
        <PublishDialog
          files={files}
          reload={reload}
          onClose={close}
          onProblem={show}
          onPublished={() => {
            close();
            setGeneration((count) => count + 1);
            toast.success(t`Published. Visitors see these files now.`);
          }}
        />
      )}
      {asking === "history" && (
        <HistoryDialog
          files={files}
          onClose={close}
          onRestored={({ number }) => {
            close();
            setGeneration((count) => count + 1);
            toast.success(t`Version ${number} was restored to your drafts. Publish them to make it live.`);
          }}
        />
      )}
    </Box>
  );
}
