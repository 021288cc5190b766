import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useController, useForm, useWatch } from "react-hook-form";
import { useDispatch } from "react-redux";
import { Link, useNavigate } from "react-router";
import { NewSiteBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { identifierRules } from "@/shared/form/site-identifier";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormCurrencyField } from "@/shared/form/currency-field";
import { FormTextField } from "@/shared/form/fields";
import { FormLanguageField, proposedLanguage } from "@/shared/form/language-field";
import { proposedCurrency } from "@/shared/money/currencies";
import { useWebsites } from "@/shared/session/hooks";
import { websiteMade } from "@/shared/session/session-slice";
import { Page } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingBar } from "@/shared/ui/states";
import { ThemeChoice } from "@/shared/ui/theme-choice";
import { useGetNewSiteQuery, useMakeSiteMutation, type NewSite, type NewSiteChoices } from "../api";
import { identifierOf } from "../identifier";

/** Creates a site: name, address and theme. */
export function NewSitePage() {
  const choices = useGetNewSiteQuery(null);
  const hasSites = useWebsites().length > 0;
  const back = hasSites ? { back: { to: "/", label: t`Back to your sites` } } : {};
  return (
    <Box component="main" sx={{ minHeight: "100vh", bgcolor: "background.default" }}>
      <Page
        title={t`New site`}
        description={t`It starts with sample pages. You can change everything later.`}
        {...back}
      >
        {choices.isLoading && <LoadingBar />}
        {choices.isError && <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />}
        {choices.data && <Choices choices={choices.data} hasSites={hasSites} />}
      </Page>
    </Box>
  );
}

function Choices({ choices, hasSites }: { choices: NewSiteChoices; hasSites: boolean }) {
  if (typeof choices.refusal !== "string") return <NewSiteFields choices={choices} />;
  return (
    <EmptyState
      title={hasSites ? t`You cannot create another site` : t`No sites yet`}
      action={
        <Button component={Link} to="/account" variant="outlined" color="inherit">
          {t`Your account`}
        </Button>
      }
    >
      {choices.refusal}
      {!hasSites && t` Or ask the owner of a site to invite you.`}
    </EmptyState>
  );
}

const fields = ["title", "identifier", "language", "currency", "theme"] as const;

type NewSiteForm = NewSite & { currency: string; language: string };

/** Currency of the browser's region if offered, else the themes' default. */
function firstCurrency(offered: readonly string[]): string {
  return proposedCurrency(navigator.languages, offered) ?? "USD";
}

/** First language of the browser that is offered, else the themes' default. */
function firstLanguage(offered: readonly string[]): string {
  return proposedLanguage(navigator.languages, offered) ?? "en-US";
}

function NewSiteFields({ choices }: { choices: NewSiteChoices }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [make, { isLoading }] = useMakeSiteMutation();
  const [error, setError] = useState<string | null>(null);
  const form = useForm<NewSiteForm>({
    defaultValues: {
      title: "",
      identifier: "",
      language: firstLanguage(choices.languages),
      currency: firstCurrency(choices.currencies),
      theme: choices.themes[0]?.name ?? "",
    },
  });
  const { control, handleSubmit, setError: setFieldError, getFieldState, setValue } = form;
  const [title, identifier] = useWatch({ control, name: ["title", "identifier"] });
  // The address follows the name until it is edited.
  useEffect(() => {
    if (!getFieldState("identifier").isDirty) setValue("identifier", identifierOf(title));
  }, [title, getFieldState, setValue]);
  const theme = useController({ control, name: "theme" });
  const submit = handleSubmit(async (values) => {
    setError(null);
    const outcome = await make({
      ...values,
      title: values.title.trim(),
      identifier: values.identifier.trim().toLowerCase(),
    });
    if (outcome.data === undefined) {
      const fieldOf = (name: string) => fields.find((field) => field === name) ?? null;
      setError(applyProblem(outcome.error, { setError: setFieldError, fieldOf }));
      return;
    }
    dispatch(websiteMade(outcome.data));
    await navigate(`/sites/${outcome.data.id}`, { replace: true });
  });
  return (
    <Stack component="form" noValidate sx={{ gap: 3 }} onSubmit={(event) => void submit(event)}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      <Stack sx={{ gap: 2, maxWidth: 480 }}>
        <FormTextField
          control={control}
          name="title"
          label={t`Name of the site`}
          autoFocus
          {...fieldRules(NewSiteBody.entries.title, { missing: t`Enter a name` })}
        />
        <FormTextField
          control={control}
          name="identifier"
          label={t`Address`}
          help={`${identifier || "…"}${choices.hostEnding}`}
          {...identifierRules()}
        />
        <FormLanguageField
          control={control}
          name="language"
          offered={choices.languages}
          help={t`Titles of pages and labels of forms are in it. The sample texts are in English.`}
        />
        <FormCurrencyField
          control={control}
          name="currency"
          offered={choices.currencies}
          help={t`The currency of your shop. It can be changed in the settings until the first order.`}
        />
      </Stack>
      <Box>
        <Typography variant="h2" gutterBottom>
          {t`Theme`}
        </Typography>
        {theme.fieldState.error && <Typography color="error">{theme.fieldState.error.message}</Typography>}
        <ThemeChoice
          themes={choices.themes}
          origin={window.location.origin}
          chosen={theme.field.value}
          disabled={isLoading}
          columns={2}
          onChoose={theme.field.onChange}
        />
      </Box>
      <Box>
        <Button type="submit" variant="contained" size="large" loading={isLoading}>
          {t`Create site`}
        </Button>
      </Box>
    </Stack>
  );
}
