import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useController, useWatch, type Control } from "react-hook-form";
import { PopupButton, PopupNewsletter, PopupOverlay, PopupPicture as PictureRules } from "@stoa/api/rules";
import { fieldRules, rangeOf } from "@/shared/form/field-rules";
import { ImageField } from "@/shared/assets/image-field";
import { FormLinkField } from "@/shared/form/link/link-field";
import { FormChoicesField } from "@/shared/form/choices-field";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { MailingListSelect } from "@/shared/mailing-lists/mailing-list-select";
import { useLinkablePagesQuery } from "@/shared/navigation/api";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { FormState } from "./form-state";

const triggers = [
  {
    value: "delay",
    get label() {
      return t`After a number of seconds`;
    },
  },
  {
    value: "scroll",
    get label() {
      return t`After scrolling part of the page`;
    },
  },
  {
    value: "leaving",
    get label() {
      return t`When the visitor is about to leave`;
    },
  },
];
const places = [
  {
    value: "all",
    get label() {
      return t`On all pages`;
    },
  },
  {
    value: "only",
    get label() {
      return t`Only on selected pages`;
    },
  },
  {
    value: "except",
    get label() {
      return t`On all pages except selected ones`;
    },
  },
];

/** The pop-up of the site. */
export function PopupCard({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  const trigger = useWatch({ control, name: "popup.trigger" });
  const signsUp = useWatch({ control, name: "popup.newsletter.enabled" });
  return (
    <Card title={t`Popup`}>
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <FormSwitch
          control={control}
          name="popup.enabled"
          label={t`Show a popup on pages, posts and products`}
          disabled={disabled}
        />
        <FormTextField
          control={control}
          name="popup.title"
          label={t`Popup heading`}
          disabled={disabled}
          {...fieldRules(PopupOverlay.entries.title)}
        />
        <FormTextField
          control={control}
          name="popup.text"
          label={t`Popup text`}
          rows={3}
          disabled={disabled}
          {...fieldRules(PopupOverlay.entries.text)}
        />
        <PopupPicture control={control} disabled={disabled} />
        <FormTextField
          control={control}
          name="popup.buttonLabel"
          label={t`Popup button`}
          help={t`Leave empty for no button`}
          disabled={disabled}
          {...fieldRules(PopupButton.entries.label)}
        />
        <FormLinkField control={control} name="popup.buttonUrl" label={t`Popup button link`} disabled={disabled} />
        <FormSwitch
          control={control}
          name="popup.newsletter.enabled"
          label={t`Newsletter sign-up form`}
          disabled={disabled}
        />
        {signsUp ? <NewsletterFields control={control} disabled={disabled} /> : null}
        <PopupPlaces control={control} disabled={disabled} />
        <FormSelect control={control} name="popup.trigger" label={t`Show it`} options={triggers} disabled={disabled} />
        {trigger === "scroll" ? (
          <FormTextField
            control={control}
            name="popup.percent"
            label={t`Percentage of the page`}
            help={rangeOf(PopupOverlay.entries.percent)}
            disabled={disabled}
            {...fieldRules(PopupOverlay.entries.percent)}
          />
        ) : (
          <FormTextField
            control={control}
            name="popup.seconds"
            label={t`Seconds`}
            help={rangeOf(PopupOverlay.entries.seconds)}
            disabled={disabled}
            {...fieldRules(PopupOverlay.entries.seconds)}
          />
        )}
        <FormTextField
          control={control}
          name="popup.days"
          label={t`Days before it is shown again after closing`}
          help={t`${{ rangeOf: rangeOf(PopupOverlay.entries.days) }}. Visitors who clicked its button or signed up never see it again; those who closed it see it again when its text changes`}
          disabled={disabled}
          {...fieldRules(PopupOverlay.entries.days)}
        />
      </Stack>
    </Card>
  );
}

interface PartProps {
  control: Control<FormState>;
  disabled: boolean;
}

function PopupPicture({ control, disabled }: PartProps) {
  const chosen = useWatch({ control, name: "popup.pictureId" }) !== "";
  return (
    <>
      <ImageField
        control={control}
        name="popup.pictureId"
        of={t`popup`}
        help={t`Image above the heading`}
        disabled={disabled}
      />
      {chosen && (
        <FormTextField
          control={control}
          name="popup.pictureAlt"
          label={t`Image description`}
          help={t`Read by screen readers. Defaults to the description in the library`}
          {...fieldRules(PictureRules.entries.altText)}
          disabled={disabled}
        />
      )}
    </>
  );
}

/** The pages that show it. */
function PopupPlaces({ control, disabled }: PartProps) {
  const on = useWatch({ control, name: "popup.pagesOn" });
  const website = useWebsite();
  const { data, isFetching, error, refetch } = useLinkablePagesQuery({ websiteId: website.id });
  const choices = (data ?? []).map(({ id, title }) => ({ id, name: title }));
  return (
    <>
      <FormSelect
        control={control}
        name="popup.pagesOn"
        label={t`Where to show it`}
        options={places}
        disabled={disabled}
      />
      {on !== "all" && (
        <FormChoicesField
          control={control}
          name="popup.pages"
          label={t`Pages`}
          choices={choices}
          emptyText={t`Choose at least one page`}
          help={t`Posts and products follow their blog or store`}
          loading={isFetching}
          failure={error === undefined ? null : { error, onRetry: () => void refetch() }}
          disabled={disabled}
        />
      )}
    </>
  );
}

function MailingListField({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  const { field, fieldState } = useController({ control, name: "popup.newsletter.mailingList" });
  return (
    <MailingListSelect
      label={t`Mailing list`}
      help={t`People who sign up are added to it`}
      value={field.value}
      onChange={field.onChange}
      disabled={disabled}
      error={fieldState.error?.message}
      optional={false}
    />
  );
}

/** Newsletter sign-up in the pop-up. */
function NewsletterFields({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  return (
    <>
      <MailingListField control={control} disabled={disabled} />
      <FormSwitch
        control={control}
        name="popup.newsletter.doubleOptIn"
        label={t`Ask subscribers to confirm by e-mail (double opt-in)`}
        disabled={disabled}
      />
      <FormTextField
        control={control}
        name="popup.newsletter.submitButtonText"
        label={t`Sign-up button`}
        {...fieldRules(PopupNewsletter.entries.submitButtonText)}
        disabled={disabled}
      />
      <FormTextField
        control={control}
        name="popup.newsletter.successMessage"
        label={t`Message after signing up`}
        rows={2}
        {...fieldRules(PopupNewsletter.entries.successMessage)}
        disabled={disabled}
      />
      <FormTextField
        control={control}
        name="popup.newsletter.disclaimer"
        label={t`Shown below the button`}
        help={t`How you use the address`}
        rows={2}
        {...fieldRules(PopupNewsletter.entries.disclaimer)}
        disabled={disabled}
      />
    </>
  );
}
