import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Stack from "@mui/material/Stack";
import { useWatch, type FieldPath } from "react-hook-form";
import { CommentSettings, WebsiteSettings as WebsiteRules } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
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

function settingsOf(form: Form, before: WebsiteSettings): WebsiteSettings {
  return {
    ...before,
    commentsEnabled: form.enabled,
    commentSettings: {
      approval: form.approval,
      anonymousAllowed: form.guests,
      notifyOwner: form.notify,
      captcha: form.captcha,
      closeAfterDays: Number(form.days.trim()),
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
  {
    value: "everyone",
    get label() {
      return t`All comments`;
    },
  },
  {
    value: "guests",
    get label() {
      return t`Comments by people without a confirmed account`;
    },
  },
  {
    value: "nobody",
    get label() {
      return t`None`;
    },
  },
];

/* oxlint-disable lingui/no-unlocalized-strings -- names of services */
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
/* oxlint-enable lingui/no-unlocalized-strings */

export function CommentsForm({ settings, editable }: { settings: WebsiteSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateWebsiteSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: formOf(settings),
    what: t`these settings`,
    fieldOf,
    onSave: async (form) => {
      const saved = await update({ websiteId: website.id, settings: settingsOf(form, settings) }).unwrap();
      toast.success(t`Settings saved`);
      return formOf(saved);
    },
  });
  const disabled = !editable;
  const [enabled, disqus] = useWatch({ control, name: ["enabled", "disqus"] });
  const [sharePosts, shareProducts] = useWatch({ control, name: ["sharePosts", "shareProducts"] });
  const ours = enabled && disqus.trim() === "";
  return (
    <FormShell label={t`Comments, likes and sharing`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`Comments`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormSwitch
              control={control}
              name="enabled"
              label={t`Visitors can comment`}
              help={t`On posts, and on pages with a comments block. Comments can be closed for each post and page.`}
              disabled={disabled}
            />
            {ours && (
              <>
                <FormSelect
                  control={control}
                  name="approval"
                  label={t`Comments that need approval`}
                  options={approvals}
                  disabled={disabled}
                />
                <FormSwitch
                  control={control}
                  name="guests"
                  label={t`People without an account can comment`}
                  disabled={disabled}
                />
                <FormSwitch
                  control={control}
                  name="captcha"
                  label={t`Block bots with a captcha`}
                  help={t`Checks that a comment comes from a person. Comments sent without JavaScript wait for approval.`}
                  disabled={disabled}
                />
                <FormTextField
                  control={control}
                  name="days"
                  label={t`Close comments on a post after (days)`}
                  help={t`Leave empty to keep them open.`}
                  {...fieldRules(CommentSettings.entries.closeAfterDays, { mayBeEmpty: true })}
                  disabled={disabled}
                />
                <FormSwitch
                  control={control}
                  name="notify"
                  label={t`Send e-mail notifications about new comments`}
                  help={t`To the e-mail address of the site, at most one an hour.`}
                  disabled={disabled}
                />
              </>
            )}
            {enabled && (
              <FormTextField
                control={control}
                name="disqus"
                label={t`Disqus short name`}
                help={t`Disqus comments are shown in place of these, once a visitor agrees to load them. Leave empty to use the built-in comments.`}
                {...fieldRules(WebsiteRules.entries.disqusShortname, { wrong: t`Use letters, digits and hyphens` })}
                disabled={disabled}
              />
            )}
            {enabled && !ours && (
              <Alert severity="info">{t`Comments are stored, approved and answered on Disqus.`}</Alert>
            )}
          </Stack>
        </Card>
        <Card title={t`Likes`}>
          <Stack sx={{ pt: 1 }}>
            <FormSwitch
              control={control}
              name="liking"
              label={t`Visitors can like posts and comments`}
              help={t`Once each, without an account.`}
              disabled={disabled}
            />
          </Stack>
        </Card>
        <Card title={t`Sharing`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormSwitch
              control={control}
              name="sharePosts"
              label={t`Posts can be shared`}
              help={t`Links below each post. They load nothing from other services on your site. On phones the device’s own share menu is offered too.`}
              disabled={disabled}
            />
            <FormSwitch control={control} name="shareProducts" label={t`Products can be shared`} disabled={disabled} />
            {(sharePosts || shareProducts) && (
              <FormChoicesField
                control={control}
                name="services"
                label={t`Services`}
                choices={services}
                emptyText={t`Choose at least one service to share to.`}
                help={t`In this order.`}
                disabled={disabled}
              />
            )}
          </Stack>
        </Card>
      </Stack>
    </FormShell>
  );
}
