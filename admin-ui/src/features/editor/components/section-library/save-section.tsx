import { t } from "@lingui/core/macro";
import { NewSavedSection } from "@stoa/api/rules";
import type { Section } from "@/shared/page-document/document";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useSaveSectionMutation } from "../../section-library/api";
import { NameDialog } from "@/shared/ui/name-dialog";

/** Saves a section to the site's library. */
export function SaveSection({ section, onClose }: { section: Section; onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const [save, { isLoading, error }] = useSaveSectionMutation();
  const submit = async (name: string) => {
    const outcome = await save({ websiteId: website.id, body: { name, section } });
    if (outcome.data === undefined) return;
    toast.success(t`“${{ name: outcome.data.name }}” was added to the section library.`);
    onClose();
  };
  return (
    <NameDialog
      title={t`Save this section`}
      help={t`It can be added to every page of the site. Each copy can be edited separately.`}
      rule={NewSavedSection.entries.name}
      action={t`Save`}
      busy={isLoading}
      error={error === undefined ? null : errorText(error)}
      onSubmit={(name) => void submit(name)}
      onClose={onClose}
    />
  );
}
