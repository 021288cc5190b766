import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { SiteCopyRequest } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { identifierRules } from "@/shared/form/site-identifier";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { formatAge } from "@/shared/i18n/format";
import { useServerWords } from "@/shared/i18n/use-server-words";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetWebsiteSettingsQuery } from "../api";
import { useListCopiesQuery, useMakeCopyMutation, type NewCopy, type SiteCopy } from "../copies-api";
import { FlagSwitch } from "../forms/flag-switch";

/** Polling interval for the progress of a copy, in milliseconds. */
const pause = 2_000;
const fields = ["title", "identifier"] as const;
const isOpen = ({ status }: SiteCopy) => status === "queued" || status === "running";

/** Duplicates the whole site; for administrators. */
export function DuplicatePage() {
  const isAdmin = usePermission("site-settings", "delete");
  return (
    <Page
      title={t`Duplicate this site`}
      description={t`A new site with the same pages, design, files and products. Orders, customers, form submissions, passwords and keys are not copied.`}
      width="narrow"
      back={{ to: "../settings", label: t`Back to the settings` }}
    >
      <Stack sx={{ gap: 2 }}>
        <Card title={t`Permission`}>
          <FlagSwitch
            flag="cloneable"
            label={t`This site may be duplicated`}
            help={t`Administrators can duplicate it. The person who duplicates it owns the copy.`}
          />
        </Card>
        {isAdmin ? (
          <Copies />
        ) : (
          <EmptyState
            title={t`Administrators only`}
          >{t`Ask an administrator of this site to duplicate it.`}</EmptyState>
        )}
      </Stack>
    </Page>
  );
}

function Copies() {
  const website = useWebsite();
  const [isWaiting, setWaiting] = useState(false);
  const list = useListCopiesQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true, pollingInterval: isWaiting ? pause : 0 },
  );
  const settings = useGetWebsiteSettingsQuery({ websiteId: website.id });
  const isMaking = list.data?.some(isOpen) ?? false;
  if (isMaking !== isWaiting) setWaiting(isMaking);
  if (list.data === undefined) {
    return list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <LoadingRows />;
  }
  return (
    <>
      <Card title={t`New copy`}>
        {settings.data?.cloneable === true ? (
          <CopyForm isMaking={isMaking} />
        ) : (
          <Typography variant="body2" color="textSecondary">
            {t`Duplicating is off for this site. Turn it on above first.`}
          </Typography>
        )}
      </Card>
      {list.data.length > 0 && (
        <Card title={t`Copies`} flush>
          <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
            {list.data.map((copy) => (
              <CopyRow key={copy.id} copy={copy} />
            ))}
          </Stack>
        </Card>
      )}
    </>
  );
}

function CopyForm({ isMaking }: { isMaking: boolean }) {
  const website = useWebsite();
  const [make, { isLoading }] = useMakeCopyMutation();
  const [error, setError] = useState<string | null>(null);
  const {
    control,
    handleSubmit,
    setError: setFieldError,
    reset,
  } = useForm<NewCopy>({
    defaultValues: { title: t`${{ title: website.title }} (copy)`, identifier: "" },
  });
  const submit = handleSubmit(async ({ title, identifier }) => {
    setError(null);
    const copy = { title: title.trim(), identifier: identifier.trim().toLowerCase() };
    const outcome = await make({ websiteId: website.id, copy });
    if (outcome.error === undefined) return reset();
    const fieldOf = (name: string) => fields.find((field) => field === name) ?? null;
    setError(applyProblem(outcome.error, { setError: setFieldError, fieldOf }));
  });
  return (
    <Stack component="form" noValidate sx={{ gap: 2.5, pt: 1 }} onSubmit={(event) => void submit(event)}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      <FormTextField
        control={control}
        name="title"
        label={t`Name of the new site`}
        {...fieldRules(SiteCopyRequest.entries.title, { missing: t`Enter a name` })}
      />
      <FormTextField
        control={control}
        name="identifier"
        label={t`Address`}
        help={t`The first part of its address: lower-case letters, digits and hyphens`}
        {...identifierRules()}
      />
      <div>
        <Button type="submit" variant="contained" loading={isLoading} disabled={isMaking}>
          {t`Duplicate this site`}
        </Button>
      </div>
    </Stack>
  );
}

function CopyRow({ copy }: { copy: SiteCopy }) {
  const words = useServerWords();
  const reason = copy.message == null ? t`The copy could not be created.` : words(copy.message, copy.messageText);
  const progress = copy.total === 0 ? 0 : Math.round((100 * copy.done) / copy.total);
  return (
    <Stack component="li" sx={{ gap: 1, px: 2.5, py: 1.5, borderTop: 1, borderColor: "divider" }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", justifyContent: "space-between", flexWrap: "wrap" }}>
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          {copy.title} ({copy.identifier})
        </Typography>
        {copy.status === "done" && copy.websiteId != null && (
          // A full page load, so that the session includes the new site.
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            href={`${import.meta.env.BASE_URL}sites/${copy.websiteId}`}
          >
            {t`Open the new site`}
          </Button>
        )}
      </Stack>
      {isOpen(copy) && (
        <>
          <LinearProgress
            variant={copy.total === 0 ? "indeterminate" : "determinate"}
            value={progress}
            aria-label={t`Progress of ${{ title: copy.title }}`}
          />
          <Typography variant="caption" color="textSecondary" role="status">
            {copy.status === "queued" ? t`Starting soon` : t`${progress} % done`}
          </Typography>
        </>
      )}
      {copy.status === "done" && (
        <Typography variant="caption" color="textSecondary">
          {t`Done ${{ age: formatAge(copy.createdOn) }}`}
        </Typography>
      )}
      {copy.status === "failed" && <Alert severity="error">{reason}</Alert>}
    </Stack>
  );
}
