import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import { errorStatus } from "@/shared/api/api-error";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { LoadingRows } from "@/shared/ui/states";
import { useCheckTemplateFilesQuery, usePublishTemplatesMutation, type FileProblem, type TemplateFiles } from "../api";
import { Mark } from "./file-list";
import { ProblemList } from "./problem-list";

interface PublishDialogProps {
  files: TemplateFiles;
  reload: () => void;
  onClose: () => void;
  onPublished: () => void;
  onProblem: (problem: FileProblem) => void;
}

/** Changed files, problems that prevent publishing, and the button. */
export function PublishDialog({ files, reload, onClose, onPublished, onProblem }: PublishDialogProps) {
  const website = useWebsite();
  const check = useCheckTemplateFilesQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  const [publish, outcome] = usePublishTemplatesMutation();
  const problems = check.data ?? [];
  const errors = problems.filter(({ severity }) => severity === "error");
  const changed = files.files.filter(({ unpublished }) => unpublished);
  const stale = errorStatus(outcome.error) === 412;
  const send = async () => {
    const sent = await publish({ websiteId: website.id, revision: files.revision });
    if (sent.data !== undefined) return onPublished();
    if (errorStatus(sent.error) === 412) reload();
    else void check.refetch();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="publish-title">
      <DialogTitle id="publish-title">{t`Publish these files?`}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t`Visitors will see all of them together.`}</DialogContentText>
        <List dense aria-label={t`Changed files`}>
          {changed.map((file) => (
            <ListItem key={file.path} disableGutters secondaryAction={<Mark file={file} />}>
              <ListItemText primary={file.path} />
            </ListItem>
          ))}
        </List>
        {check.isFetching && check.data === undefined && <LoadingRows rows={2} />}
        {errors.length > 0 && (
          <Alert severity="error" sx={{ mb: 1 }}>
            {plural(
              { count: errors.length },
              { one: "One error has to be fixed first.", other: "# errors have to be fixed first." },
            )}
          </Alert>
        )}
        {problems.length > 0 && <ProblemList problems={problems} withFile onChosen={onProblem} />}
        {stale && (
          <Alert severity="warning" sx={{ mt: 1 }}>
            {t`Someone has saved another draft. The list now includes it. Check it, then publish again.`}
          </Alert>
        )}
        {(check.isError || (outcome.isError && !stale)) && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {errorText(outcome.error ?? check.error)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button
          variant="contained"
          loading={outcome.isLoading}
          disabled={errors.length > 0 || changed.length === 0 || check.data === undefined}
          onClick={() => void send()}
        >
          {t`Publish`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
