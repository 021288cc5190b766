import Stack from "@mui/material/Stack";
import { useController, useWatch, type Control } from "react-hook-form";
import { PictureField } from "@/shared/assets/picture-field";
import { FormAddressField } from "@/shared/form/address-field";
import { FormChoicesField } from "@/shared/form/choices-field";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { MailingListSelect } from "@/shared/mailing-lists/mailing-list-select";
import { useLinkablePagesQuery } from "@/shared/navigation/api";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { FormState } from "./header-footer-form";

const triggers = [
  { value: "delay", label: "After some seconds" },
  { value: "scroll", label: "When a part of the page was scrolled" },
  { value: "leaving", label: "When a visitor turns away" },
];
const places = [
  { value: "all", label: "On all pages" },
  { value: "only", label: "On some pages only" },
  { value: "except", label: "On all pages but some" },
];
const whole = (value: unknown) => /^\d+$/.test(String(value).trim()) || "Enter a whole number";

/** What is laid over the pages of the site. */
export function PopupCard({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  const trigger = useWatch({ control, name: "popup.trigger" });
  const signsUp = useWatch({ control, name: "popup.newsletter.enabled" });
  const number = { disabled, rules: { validate: whole } };
  return (
    <Card title="Popup">
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <FormSwitch control={control} name="popup.enabled" label="Lay it over pages, posts and products" disabled={disabled} />
        <FormTextField control={control} name="popup.title" label="Heading of the popup" maxLength={100} disabled={disabled} />
        <FormTextField control={control} name="popup.text" label="Text of the popup" rows={3} maxLength={1000} disabled={disabled} />
        <PopupPicture control={control} disabled={disabled} />
        <FormTextField control={control} name="popup.buttonLabel" label="Button" help="Empty for none" maxLength={60} disabled={disabled} />
        <FormAddressField control={control} name="popup.buttonUrl" label="The button leads to" disabled={disabled} />
        <FormSwitch control={control} name="popup.newsletter.enabled" label="Sign-up for news in it" disabled={disabled} />
        {signsUp ? <NewsletterFields control={control} disabled={disabled} /> : null}
        <PopupPlaces control={control} disabled={disabled} />
        <FormSelect control={control} name="popup.trigger" label="It comes" options={triggers} disabled={disabled} />
        {trigger === "scroll" ? (
          <FormTextField control={control} name="popup.percent" label="Percent of the page" help="1 to 100" {...number} />
        ) : (
          <FormTextField
            control={control}
            name="popup.seconds"
            label="Seconds"
            help={trigger === "leaving" ? "Earliest after so many, 0 to 300" : "0 to 300"}
            {...number}
          />
        )}
        <FormTextField
          control={control}
          name="popup.days"
          label="Days it stays away once it was closed"
          help="0 to 365. Who has followed its button or signed up never sees it again; who has closed it does when it says something else"
          {...number}
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
      <PictureField control={control} name="popup.pictureId" of="popup" help="A picture above the heading" disabled={disabled} />
      {chosen && (
        <FormTextField
          control={control}
          name="popup.pictureAlt"
          label="Description of the picture"
          help="Read out in its place. Empty for the one of the library"
          maxLength={300}
          disabled={disabled}
        />
      )}
    </>
  );
}

/** On which pages it comes. */
function PopupPlaces({ control, disabled }: PartProps) {
  const on = useWatch({ control, name: "popup.pagesOn" });
  const website = useWebsite();
  const { data, isFetching, error, refetch } = useLinkablePagesQuery({ websiteId: website.id });
  const choices = (data ?? []).map(({ id, title }) => ({ id, name: title }));
  return (
    <>
      <FormSelect control={control} name="popup.pagesOn" label="Where it comes" options={places} disabled={disabled} />
      {on !== "all" && (
        <FormChoicesField
          control={control}
          name="popup.pages"
          label="Pages"
          choices={choices}
          emptyText="Choose at least one page"
          help="Posts and products go with their blog or shop"
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
      label="Mailing list"
      help="Who signs up joins it"
      value={field.value}
      onChange={field.onChange}
      disabled={disabled}
      error={fieldState.error?.message}
      optional={false}
    />
  );
}

/** The sign-up for news in the popup. */
function NewsletterFields({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  return (
    <>
      <MailingListField control={control} disabled={disabled} />
      <FormSwitch
        control={control}
        name="popup.newsletter.doubleOptIn"
        label="Ask them to confirm their address by e-mail first"
        disabled={disabled}
      />
      <FormTextField
        control={control}
        name="popup.newsletter.submitButtonText"
        label="Button that signs up"
        maxLength={40}
        disabled={disabled}
      />
      <FormTextField
        control={control}
        name="popup.newsletter.successMessage"
        label="After signing up"
        rows={2}
        maxLength={300}
        disabled={disabled}
      />
      <FormTextField
        control={control}
        name="popup.newsletter.disclaimer"
        label="Below the button"
        help="What you do with the address"
        rows={2}
        maxLength={500}
        disabled={disabled}
      />
    </>
  );
}
