import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { useState } from "react";
import { useController, useFieldArray, useWatch, type Control } from "react-hook-form";
import { FooterLink, FooterSection, FooterSettings } from "@stoa/api/rules";
import { fieldRules, maxOf, rangeOf } from "@/shared/form/field-rules";
import { ImageField } from "@/shared/assets/image-field";
import { FormLinkField } from "@/shared/form/link/link-field";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { RichText } from "@/shared/form/rich-text/rich-text";
import { MailingListSelect } from "@/shared/mailing-lists/mailing-list-select";
import { Card } from "@/shared/ui/card";
import type { HeaderFooter } from "../api";
import { formatted, labelOf, newSection, sectionKinds } from "./footer-state";
import type { FormState } from "./form-state";
import type { SectionKind } from "./section-form";

const maxSections = maxOf(FooterSettings.entries.sections);
const maxLinks = maxOf(FooterSection.entries.links);
const navigations = [
  {
    value: "mainNav",
    get label() {
      return t`Main navigation`;
    },
  },
  {
    value: "footerNav",
    get label() {
      return t`Footer navigation`;
    },
  },
];
const widthRules = fieldRules(FooterSection.entries.width, {
  wrong: ({ min = 0, max = 0 }) => t`Enter a width of ${min} to ${max} pixels`,
});

interface PartProps {
  control: Control<FormState>;
  disabled: boolean;
}

interface FooterCardProps extends PartProps {
  /** Of a new newsletter sign-up, in the language of the site. */
  words: HeaderFooter["signUpWords"];
}

/** Contents of the footer of every page. */
export function FooterCard({ control, disabled, words }: FooterCardProps) {
  const { fields, append, remove, move } = useFieldArray({ control, name: "sections" });
  const kinds = useWatch({ control, name: "sections" }).map(({ kind }) => kind);
  const offered = sectionKinds.filter(({ kind }) => kind !== "newsletter" || !kinds.includes(kind));
  return (
    <Card title={t`Footer`}>
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <FormSwitch control={control} name="showSocialLinks" label={t`Show social links`} disabled={disabled} />
        {fields.map((field, index) => {
          const name = t`section ${{ value: index + 1 }}`;
          return (
            <Stack
              key={field.id}
              role="group"
              aria-label={t`Section ${{ value: index + 1 }}: ${{ labelOf: labelOf(field.kind) }}`}
              sx={{ gap: 2, p: 2, border: 1, borderColor: "divider", borderRadius: 1 }}
            >
              <Stack direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
                <Typography variant="h3" sx={{ flexGrow: 1 }}>
                  {labelOf(field.kind)}
                </Typography>
                {!disabled && (
                  <>
                    <IconButton
                      size="small"
                      aria-label={t`Move ${name} up`}
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    >
                      <ArrowUpward fontSize="small" />
                    </IconButton>
                    <IconButton
                      size="small"
                      aria-label={t`Move ${name} down`}
                      disabled={index === fields.length - 1}
                      onClick={() => move(index, index + 1)}
                    >
                      <ArrowDownward fontSize="small" />
                    </IconButton>
                    <IconButton size="small" aria-label={t`Remove ${name}`} onClick={() => remove(index)}>
                      <DeleteOutlined fontSize="small" />
                    </IconButton>
                  </>
                )}
              </Stack>
              <SectionFields control={control} index={index} kind={field.kind} disabled={disabled} />
            </Stack>
          );
        })}
        {!disabled && fields.length < maxSections && (
          <AddSection offered={offered} onAdd={(kind) => append(newSection(kind, words))} />
        )}
      </Stack>
    </Card>
  );
}

function AddSection({ offered, onAdd }: { offered: typeof sectionKinds; onAdd: (kind: SectionKind) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <Box>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<Add />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t`Add section`}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {offered.map(({ kind, label }) => (
          <MenuItem
            key={kind}
            onClick={() => {
              setAnchor(null);
              onAdd(kind);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
}

interface SectionProps extends PartProps {
  index: number;
}

function SectionFields({ kind, ...section }: SectionProps & { kind: SectionKind }) {
  const { control, index, disabled } = section;
  return (
    <>
      <FormTextField
        control={control}
        name={`sections.${index}.title`}
        label={t`Heading`}
        disabled={disabled}
        {...fieldRules(FooterSection.entries.title)}
      />
      {kind === "links" && <Links {...section} />}
      {(kind === "text" || kind === "contact") && (
        <SectionText
          {...section}
          help={
            kind === "contact"
              ? t`Shown below the address and e-mail from the settings, such as opening hours`
              : undefined
          }
        />
      )}
      {kind === "menu" && (
        <FormSelect
          control={control}
          name={`sections.${index}.navigation`}
          label={t`Navigation`}
          options={navigations}
          disabled={disabled}
        />
      )}
      {kind === "picture" && <FooterPicture {...section} />}
      {kind === "social" && (
        <Typography variant="body2" color="textSecondary">
          {t`Shows the icons of the social accounts from the settings.`}
        </Typography>
      )}
      {kind === "newsletter" && <SignUp {...section} />}
    </>
  );
}

function SectionText({ control, index, disabled, help }: SectionProps & { help?: string | undefined }) {
  const { field, fieldState } = useController({ control, name: `sections.${index}.content` });
  const plain = useWatch({ control, name: `sections.${index}.text` });
  return (
    <RichText
      as="tree"
      label={t`Text`}
      value={field.value ?? formatted(plain)}
      onChange={field.onChange}
      disabled={disabled}
      error={fieldState.error?.message}
      help={help}
    />
  );
}

function FooterPicture({ control, index, disabled }: SectionProps) {
  const isLink = useWatch({ control, name: `sections.${index}.url` }).trim() !== "";
  const describes = (value: unknown) =>
    !isLink || String(value).trim() !== "" || t`Describe the image: screen readers read it as the link`;
  return (
    <>
      <ImageField
        control={control}
        name={`sections.${index}.assetId`}
        of={t`section ${{ value: index + 1 }}`}
        help={t`Image from the library`}
        required={t`Choose an image`}
        disabled={disabled}
      />
      <FormTextField
        control={control}
        name={`sections.${index}.altText`}
        label={t`Image description`}
        help={t`Read by screen readers. Defaults to the description in the library`}
        maxLength={maxOf(FooterSection.entries.altText)}
        rules={{ validate: describes }}
        disabled={disabled}
      />
      <FormLinkField
        control={control}
        name={`sections.${index}.url`}
        label={t`Image links to`}
        help={t`Leave empty for no link`}
        disabled={disabled}
      />
      {isLink && (
        <FormSwitch
          control={control}
          name={`sections.${index}.newWindow`}
          label={t`Open in a new window`}
          disabled={disabled}
        />
      )}
      <FormTextField
        control={control}
        name={`sections.${index}.width`}
        label={t`Width in pixels`}
        help={t`${{ rangeOf: rangeOf(FooterSection.entries.width) }}. Leave empty for the full width`}
        {...widthRules}
        disabled={disabled}
      />
      <FormTextField
        control={control}
        name={`sections.${index}.text`}
        label={t`Caption`}
        rows={2}
        disabled={disabled}
        {...fieldRules(FooterSection.entries.text)}
      />
    </>
  );
}

function Links({ control, index, disabled }: SectionProps) {
  const { fields, append, remove, move } = useFieldArray({ control, name: `sections.${index}.links` });
  return (
    <Stack sx={{ gap: 2 }}>
      {fields.map((link, at) => (
        <Stack key={link.id} role="group" aria-label={t`Link ${{ value: at + 1 }}`} sx={{ gap: 1 }}>
          <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 1 }}>
            <FormTextField
              control={control}
              name={`sections.${index}.links.${at}.title`}
              label={t`Link text`}
              disabled={disabled}
              {...fieldRules(FooterLink.entries.title)}
            />
            <FormLinkField
              control={control}
              name={`sections.${index}.links.${at}.url`}
              label={t`Link`}
              disabled={disabled}
            />
          </Stack>
          <Stack direction="row" sx={{ alignItems: "center", flexWrap: "wrap", gap: 0.5 }}>
            <Box sx={{ flexGrow: 1 }}>
              <FormSwitch
                control={control}
                name={`sections.${index}.links.${at}.newWindow`}
                label={t`Open in a new window`}
                disabled={disabled}
              />
            </Box>
            {!disabled && (
              <>
                <IconButton
                  size="small"
                  aria-label={t`Move link ${{ value: at + 1 }} up`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <ArrowUpward fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  aria-label={t`Move link ${{ value: at + 1 }} down`}
                  disabled={at === fields.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <ArrowDownward fontSize="small" />
                </IconButton>
                <IconButton size="small" aria-label={t`Remove link ${{ value: at + 1 }}`} onClick={() => remove(at)}>
                  <DeleteOutlined fontSize="small" />
                </IconButton>
              </>
            )}
          </Stack>
        </Stack>
      ))}
      {!disabled && fields.length < maxLinks && (
        <Button
          size="small"
          color="inherit"
          startIcon={<Add />}
          sx={{ alignSelf: "flex-start" }}
          onClick={() => append({ title: "", url: "", newWindow: false })}
        >
          {t`Add link`}
        </Button>
      )}
    </Stack>
  );
}

/** New subscribers confirm their address by e-mail. */
function SignUp({ control, index, disabled }: SectionProps) {
  const { field, fieldState } = useController({
    control,
    name: `sections.${index}.mailingList`,
    rules: { validate: (value) => value.trim() !== "" || t`A List must be selected` },
  });
  const part = { control, disabled };
  return (
    <>
      <FormTextField
        {...part}
        name={`sections.${index}.text`}
        label={t`Text above the form`}
        rows={2}
        {...fieldRules(FooterSection.entries.text)}
      />
      <MailingListSelect
        label={t`Mailing list`}
        help={t`People who sign up are added once they confirm their address`}
        value={field.value}
        onChange={field.onChange}
        disabled={disabled}
        error={fieldState.error?.message}
        optional={false}
      />
      <FormTextField
        {...part}
        name={`sections.${index}.submitButtonText`}
        label={t`Sign-up button`}
        {...fieldRules(FooterSection.entries.submitButtonText)}
      />
      <FormTextField
        {...part}
        name={`sections.${index}.successMessage`}
        label={t`Message after signing up`}
        rows={2}
        {...fieldRules(FooterSection.entries.successMessage)}
      />
      <FormTextField
        {...part}
        name={`sections.${index}.disclaimer`}
        label={t`Shown below the button`}
        help={t`How you use the address`}
        rows={2}
        {...fieldRules(FooterSection.entries.disclaimer)}
      />
    </>
  );
}
