import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { useController, useFieldArray, useWatch, type Control } from "react-hook-form";
import { SocialAccountDto } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { boundInput } from "@/shared/form/bound-input";
import { FormTextField } from "@/shared/form/fields";
import type { SettingsValues } from "./settings-values";

/** The service is derived from the link on saving. */
const byLink = "website";

/** Former service names. */
const renamed: Readonly<Record<string, string>> = { "": byLink, twitter: "x" };

/** Services with an icon; plain links have a chain icon. */
/* oxlint-disable lingui/no-unlocalized-strings -- names of services */
const services: Readonly<Record<string, string>> = {
  "apple-podcasts": "Apple Podcasts",
  bandcamp: "Bandcamp",
  behance: "Behance",
  bluesky: "Bluesky",
  discord: "Discord",
  dribbble: "Dribbble",
  get email() {
    return t`E-mail`;
  },
  etsy: "Etsy",
  facebook: "Facebook",
  flickr: "Flickr",
  github: "GitHub",
  "google-maps": "Google Maps",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  mastodon: "Mastodon",
  medium: "Medium",
  messenger: "Messenger",
  patreon: "Patreon",
  pinterest: "Pinterest",
  reddit: "Reddit",
  snapchat: "Snapchat",
  soundcloud: "SoundCloud",
  spotify: "Spotify",
  substack: "Substack",
  telegram: "Telegram",
  threads: "Threads",
  tiktok: "TikTok",
  tripadvisor: "Tripadvisor",
  tumblr: "Tumblr",
  twitch: "Twitch",
  vimeo: "Vimeo",
  whatsapp: "WhatsApp",
  x: "X",
  yelp: "Yelp",
  youtube: "YouTube",
};
/* oxlint-enable lingui/no-unlocalized-strings */

const linkRules = () =>
  fieldRules(SocialAccountDto.entries.profileUrl, {
    get missing() {
      return t`Enter an address that starts with https://.`;
    },
    get wrong() {
      return t`Enter an address that starts with https://.`;
    },
  });

export function SocialAccounts({ control, disabled }: { control: Control<SettingsValues>; disabled: boolean }) {
  const { fields, append, remove } = useFieldArray({ control, name: "socialAccounts" });
  return (
    <Box role="group" aria-label={t`Social accounts`}>
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        {t`Social accounts`}
      </Typography>
      <Stack sx={{ gap: 2 }}>
        {fields.map((account, index) => (
          <Account
            key={account.id}
            control={control}
            index={index}
            disabled={disabled}
            onRemove={() => remove(index)}
          />
        ))}
      </Stack>
      {!disabled && (
        <Button
          startIcon={<Add />}
          color="inherit"
          sx={{ mt: 1 }}
          onClick={() => append({ type: byLink, title: "", profileUrl: "" })}
        >
          {t`Add account`}
        </Button>
      )}
    </Box>
  );
}

interface AccountProps {
  control: Control<SettingsValues>;
  index: number;
  disabled: boolean;
  onRemove: () => void;
}

function Account({ control, index, disabled, onRemove }: AccountProps) {
  const { field: sign } = useController({ control, name: `socialAccounts.${index}.type` });
  const title = useWatch({ control, name: `socialAccounts.${index}.title` });
  const shown = renamed[sign.value] ?? sign.value;
  const isOfItsOwn = shown !== byLink && !(shown in services);
  return (
    <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1 }}>
      <FormTextField
        control={control}
        name={`socialAccounts.${index}.title`}
        label={t`Name`}
        disabled={disabled}
        {...fieldRules(SocialAccountDto.entries.title)}
      />
      <FormTextField
        control={control}
        name={`socialAccounts.${index}.profileUrl`}
        label={t`Link`}
        type="url"
        {...linkRules()}
        // Another link may belong to another service.
        rules={{ ...linkRules().rules, onChange: () => sign.onChange(byLink) }}
        disabled={disabled}
      />
      <TextField
        {...boundInput(sign)}
        value={shown}
        select
        label={t`Icon`}
        disabled={disabled}
        sx={{ minWidth: { sm: 150 } }}
      >
        <MenuItem value={byLink}>{t`From the link`}</MenuItem>
        {isOfItsOwn && <MenuItem value={shown}>{shown}</MenuItem>}
        {Object.entries(services).map(([value, label]) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {!disabled && (
        <IconButton
          aria-label={t`Remove ${{ title: title || t`account` }}`}
          onClick={onRemove}
          sx={{ alignSelf: { xs: "flex-end", sm: "center" } }}
        >
          <DeleteOutlined fontSize="small" />
        </IconButton>
      )}
    </Stack>
  );
}
