import { ExternalLink } from "@stoa/api/rules";
import { useMemo } from "react";
import { useController, type Control, type FieldPath, type FieldValues } from "react-hook-form";
import { useWebsite } from "../../session/hooks";
import { maxOf } from "../field-rules";
import { FileUrlButton } from "./file-url-button";
import { linkWarning, linkProblem } from "./link-target";
import { useListLinkTargetsQuery } from "./link-targets";
import { SuggestingField } from "../text-field/suggesting-field";

const maxUrlLength = maxOf(ExternalLink.entries.url);

interface LinkFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  help?: string;
  disabled?: boolean;
}

/** Target of a link: a page or file of the site, chosen by name, or any URL. */
export function FormLinkField<Values extends FieldValues>({
  control,
  name,
  label,
  help,
  disabled = false,
}: LinkFieldProps<Values>) {
  const website = useWebsite();
  const { data: targets } = useListLinkTargetsQuery({ websiteId: website.id });
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: (value: unknown) => linkProblem(String(value ?? "").trim()) ?? true },
  });
  const address = String(field.value ?? "");
  const suggestions = useMemo(
    () => targets?.map((target) => ({ title: target.title, value: target.address })) ?? [],
    [targets],
  );
  return (
    <SuggestingField
      label={label}
      value={address}
      suggestions={suggestions}
      onChange={field.onChange}
      placeholder="/shop or https://…"
      required={false}
      disabled={disabled}
      error={fieldState.invalid}
      help={fieldState.error?.message ?? linkWarning(address, targets ?? []) ?? help}
      maxLength={maxUrlLength}
      end={disabled ? undefined : <FileUrlButton label={label} onPick={field.onChange} />}
    />
  );
}
