import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { useParams, useSearchParams } from "react-router";
import { FormShell } from "@/shared/form/form-shell";
import { useListLinkTargetsQuery } from "@/shared/form/link/link-targets";
import { useEditForm } from "@/shared/form/use-edit-form";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import {
  useGetOriginalLanguageQuery,
  useGetResourceTranslationQuery,
  useListTranslationLanguagesQuery,
  useSaveResourceTranslationMutation,
  type ResourceRef,
  type ResourceTranslation,
  type TextChange,
} from "../api";
import { AddressCard } from "../components/address-card";
import { TranslationRow, type TranslationForm } from "../components/translation-row";
import { hasAddress, isKind, kindLabels, protectedBy } from "../translation-text";

/** The texts of a resource with their translations. */
export function ResourcePage() {
  const website = useWebsite();
  const { language = "", kind, resourceId = "" } = useParams();
  const translatedKind = isKind(kind) ? kind : "page";
  const mayTranslate = usePermission("content", "write");
  const mayChangeOriginals = usePermission(protectedBy[translatedKind], "write");
  const editable = mayTranslate && mayChangeOriginals;
  const ref: ResourceRef = { websiteId: website.id, language, translatedKind, resourceId };
  const primary = useGetOriginalLanguageQuery({ websiteId: website.id }).data ?? undefined;
  const languages = useListTranslationLanguagesQuery({ websiteId: website.id });
  const resource = useGetResourceTranslationQuery(ref, { refetchOnMountOrArgChange: true });
  const name = languages.data?.find(({ code }) => code === language)?.name ?? language;
  const list = `/sites/${website.id}/settings/translations?language=${language}&kind=${translatedKind}`;
  const found = resource.currentData;
  return (
    <Page
      title={found?.title ?? t`Translation`}
      description={`${kindLabels[translatedKind]}, ${name}`}
      back={{ to: list, label: t`Translations` }}
      status={editable ? undefined : <ViewOnlyChip />}
      width="wide"
    >
      {found === undefined && (
        <Card flush>
          {resource.isError ? (
            <ErrorState
              title={t`The texts could not be loaded`}
              error={resource.error}
              onRetry={() => void resource.refetch()}
            />
          ) : (
            <LoadingRows />
          )}
        </Card>
      )}
      {found?.texts.length === 0 && (
        <Card flush>
          <EmptyState title={t`Nothing to translate`}>{t`It has no texts at the moment.`}</EmptyState>
        </Card>
      )}
      {found !== undefined && found.texts.length > 0 && (
        <ResourceForm key={keysOf(found)} place={ref} resource={found} primary={primary} editable={editable} />
      )}
      {found !== undefined && hasAddress(translatedKind) && <AddressCard place={ref} editable={editable} />}
    </Page>
  );
}

/** Changes when texts come or go, so that the form starts again. */
function keysOf({ kind, id, texts }: ResourceTranslation): string {
  return [kind, id, ...texts.map(({ key }) => key)].join("\n");
}

function formOf({ texts }: ResourceTranslation): TranslationForm {
  return { texts: texts.map(({ translation }) => ({ text: translation ?? "", isConfirmed: false })) };
}

/** What was translated, removed or told to be up to date. */
function changesOf(resource: ResourceTranslation, form: TranslationForm): TextChange[] {
  return resource.texts.flatMap(({ key, digest, translation }, index) => {
    const entry = form.texts[index];
    if (entry === undefined || (entry.text === (translation ?? "") && !entry.isConfirmed)) return [];
    return [{ key, digest, text: entry.text.trim() === "" ? null : entry.text }];
  });
}

interface ResourceFormProps {
  place: ResourceRef;
  resource: ResourceTranslation;
  /** BCP 47 tag of the language of the originals; undefined until it is known. */
  primary: string | undefined;
  editable: boolean;
}

function ResourceForm({ place, resource, primary, editable }: ResourceFormProps) {
  const website = useWebsite();
  const [save] = useSaveResourceTranslationMutation();
  const { data: targets } = useListLinkTargetsQuery({ websiteId: website.id });
  const [query] = useSearchParams();
  const block = query.get("block");
  useEffect(() => {
    // A link from the editor leads to a block.
    const own = block === null ? null : `[data-text^="block/${CSS.escape(block)}/"]`;
    if (own !== null) document.querySelector(own)?.scrollIntoView({ block: "start" });
  }, [block]);
  const { control, shell } = useEditForm<TranslationForm>({
    initial: formOf(resource),
    what: t`these translations`,
    fieldOf: (name, form) => {
      const index = Number(/^texts\.(\d+)\.text$/.exec(name)?.[1] ?? NaN);
      const change = changesOf(resource, form)[index];
      const row = resource.texts.findIndex(({ key }) => key === change?.key);
      return row < 0 ? null : `texts.${row}.text`;
    },
    onSave: async (form) => formOf(await save({ ...place, texts: changesOf(resource, form) }).unwrap()),
  });
  return (
    <FormShell label={t`Translations`} editable={editable} {...shell}>
      <Card>
        {resource.texts.map((text, index) => (
          <TranslationRow
            key={text.key}
            text={text}
            primary={primary}
            language={place.language}
            targets={targets}
            control={control}
            index={index}
            editable={editable}
          />
        ))}
      </Card>
    </FormShell>
  );
}
