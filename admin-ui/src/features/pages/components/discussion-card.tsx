import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useGetDiscussionQuery, useSaveDiscussionMutation } from "../discussion-api";

/** Comment setting of a page or item; renders nothing if it cannot have comments. */
export function DiscussionCard({ pageId, editable }: { pageId: string; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const ref = { websiteId: website.id, pageId };
  const { data, isError, error, refetch } = useGetDiscussionQuery(ref, { refetchOnMountOrArgChange: true });
  const [save, { isLoading }] = useSaveDiscussionMutation();
  const change = async (closed: boolean) => {
    const outcome = await save({ ...ref, closed });
    if (outcome.error !== undefined) return toast.error(errorText(outcome.error));
    toast.success(closed ? t`Comments closed` : t`Comments opened`);
  };
  if (data?.placed === false) return null;
  return (
    <Card title={t`Comments`}>
      {data === undefined && (isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />)}
      {data !== undefined && (
        <Stack sx={{ gap: 1, pt: 1 }}>
          <FormControlLabel
            control={<Switch checked={!data.closed} onChange={(_, open) => void change(!open)} />}
            label={t`Visitors can comment`}
            disabled={!editable || isLoading}
          />
          {!data.closed && !data.open && (
            <Alert severity="info">
              {t`Comments are off for the whole site, or closed because of the age of the post.`}
            </Alert>
          )}
          <Typography variant="body2" color="textSecondary">
            {t`${plural({ comments: data.comments }, { one: "# comment", other: "# comments" })}, ${plural({ likes: data.likes }, { one: "# like", other: "# likes" })}`}
          </Typography>
        </Stack>
      )}
    </Card>
  );
}
