import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import { useWatch, type FieldPath } from "react-hook-form";
import { FormChoicesField } from "@/shared/form/choices-field";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { useUpdateWebsiteSettingsMutation, type WebsiteSettings } from "../api";

type ShareService = NonNullable<WebsiteSettings["shareSettings"]>["services"][number];

interface Form {
  enabled: boolean;
  approval: WebsiteSettings["commentSettings"]["approval"];
  guests: boolean;
  notify: boolean;
  captcha: boolean;
  days: string;
  disqus: string;
  liking: boolean;
  sharePosts: boolean;
  shareProducts: boolean;
  services: ShareService[];
  revision: number;
}

function formOf({ commentSettings, shareSettings, ...settings }: WebsiteSettings): Form {
  return {
    sharePosts: shareSettings?.onPosts ?? false,
    shareProducts: shareSettings?.onProducts ?? false,
    services: shareSettings?.services ?? [],
    enabled: settings.commentsEnabled,
    approval: commentSettings.approval,
    guests: commentSettings.anonymousAllowed,
    notify: commentSettings.notifyOwner,
    captcha: commentSettings.captcha ?? false,
    days: commentSettings.closeAfterDays === 0 ? "" : String(commentSettings.closeAfterDays),
    disqus: settings.disqusShortname,
    liking: settings.simpleLikingEnabled,
    revision: settings.revision,
  };
}

/** Whole days; an empty field keeps comments open, what is no number is refused by the server. */
function daysOf(text: string): number {
  const days = Number(text.trim());
  return Number.isInteger(days) && days >= 0 ? days : 3_651;
}

function settingsOf(form: Form, before: WebsiteSettings): WebsiteSettings {
  return {
    ...before,
    commentsEnabled: form.enabled,
    commentSettings: {
      approval: form.approval,
      anonymousAllowed: form.guests,
      notifyOwner: form.notify,
      captcha: form.captcha,
      closeAfterDays: daysOf(form.days),
    },
    disqusShortname: form.disqus.trim(),
    simpleLikingEnabled: form.liking,
    shareSettings: { onPosts: form.sharePosts, onProducts: form.shareProducts, services: form.services },
    revision: form.revision,
  };
}

function fieldOf(apiName: string): FieldPath<Form> | null {
  if (apiName === "disqusShortname") return "disqus";
  if (apiName === "shareSettings.services") return "services";
  return apiName === "commentSettings.closeAfterDays" ? "days" : null;
}

const approvals = [
  { value: "everyone", label: "Everybody’s" },
  { value: "guests", label: "Those of people without a confirmed account" },
  { value: "nobody", label: "Nobody’s" },
];

const services: { id: ShareService; name: string }[] = [
  { id: "email", name: "Email" },
  { id: "whatsapp", name: "WhatsApp" },
  { id: "facebook", name: "Facebook" },
  { id: "x", name: "X" },
  { id: "bluesky", name: "Bluesky" },
  { id: "linkedin", name: "LinkedIn" },
  { id: "pinterest", name: "Pinterest" },
  { id: "reddit", name: "Reddit" },
  { id: "telegram", name: "Telegram" },
];

export function CommentsForm({ settings, editable }: { settings: WebsiteSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateWebsiteSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: formOf(settings),
    what: "these settings",
    fieldOf,
    onSave: async (form) => {
      const saved = await update({ websiteId: website.id, settings: settingsOf(form, settings) }).unwrap();
      toast.say("Settings saved");
      return formOf(saved);
    },
  });
  const disabled = !editable;
  const [enabled, disqus] = useWatch({ control, name: ["enabled", "disqus"] });
  const [sharePosts, shareProducts] = useWatch({ control, name: ["sharePosts", "shareProducts"] });
  const ours = enabled && disqus.trim() === "";
  return (
    <FormShell label="Comments, likes and sharing" editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title="Comments">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormSwitch
              control={control}
              name="enabled"
              label="Visitors can comment"
              help="On posts, and on pages with a block for comments. Each post and page can be closed for itself."
              disabled={disabled}
            />
            {ours && (
              <>
                <FormSelect control={control} name="approval" label="Whose comments wait for approval" options={approvals} disabled={disabled} />
                <FormSwitch control={control} name="guests" label="People without an account can comment" disabled={disabled} />
                <FormSwitch
                  control={control}
                  name="captcha"
                  label="Keep programs out with a captcha"
                  help="Browsers show that a person writes. Comments that are sent without JavaScript wait for approval."
                  disabled={disabled}
                />
                <FormTextField
                  control={control}
                  name="days"
                  label="Close comments on a post after (days)"
                  help="Empty to keep them open."
                  disabled={disabled}
                />
                <FormSwitch
                  control={control}
                  name="notify"
                  label="Write to the address of the site about new comments"
                  help="One letter an hour at most."
                  disabled={disabled}
                />
              </>
            )}
            {enabled && (
              <FormTextField
                control={control}
                name="disqus"
                label="Short name with Disqus"
                help="The comments of that service are shown in the place of these, once a visitor agrees to load them. Empty for your own."
                disabled={disabled}
              />
            )}
            {enabled && !ours && <Alert severity="info">Comments are kept, approved and answered at Disqus.</Alert>}
          </Stack>
        </Card>
        <Card title="Likes">
          <Stack sx={{ pt: 1 }}>
            <FormSwitch
              control={control}
              name="liking"
              label="Visitors can like posts and comments"
              help="Once each, without an account."
              disabled={disabled}
            />
          </Stack>
        </Card>
        <Card title="Sharing">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormSwitch
              control={control}
              name="sharePosts"
              label="Posts can be shared"
              help="Links below each post. They run nothing of other services on your site; on phones the device’s own sheet is offered too."
              disabled={disabled}
            />
            <FormSwitch control={control} name="shareProducts" label="Products can be shared" disabled={disabled} />
            {(sharePosts || shareProducts) && (
              <FormChoicesField
                control={control}
                name="services"
                label="Where to"
                choices={services}
                emptyText="Choose at least one place to share to."
                help="In this order."
                disabled={disabled}
              />
            )}
          </Stack>
        </Card>
      </Stack>
    </FormShell>
  );
}
