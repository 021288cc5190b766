import { RichText } from "@/shared/form/rich-text/rich-text";
import { useWebsite } from "@/shared/session/hooks";
import { useListLinkTargetsQuery } from "@/shared/form/link/link-targets";
import { useIsRightToLeft } from "../../hooks/use-open-preview";
import { validationError } from "../../schema/field";
import type { SchemaFieldProps } from "./schema-field-props";

/** Rich text, stored as a tree of nodes. */
export function RichTextField({ field, value, onChange, disabled, errors, path }: SchemaFieldProps) {
  const website = useWebsite();
  const rightToLeft = useIsRightToLeft();
  const { data: targets } = useListLinkTargetsQuery({ websiteId: website.id });
  return (
    <RichText
      as="tree"
      label={field.title}
      rightToLeft={rightToLeft}
      value={typeof value === "object" && value !== null ? value : String(value ?? "")}
      onChange={(tree) => onChange(tree)}
      disabled={disabled}
      error={validationError(field, value) ?? errors[path]}
      help={field.description ?? undefined}
      {...(targets === undefined ? {} : { targets })}
    />
  );
}
