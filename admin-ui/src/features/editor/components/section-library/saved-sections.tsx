import { plural, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import { useMemo, useState } from "react";
import { SavedSectionName } from "@stoa/api/rules";
import { blocksOf, documentIn, type PageDocument, type Section } from "@/shared/page-document/document";
import { errorText } from "@/shared/i18n/error-text";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { ConfirmDialog } from "@/shared/ui/confirm-dialog";
import { EmptyState, ErrorState } from "@/shared/ui/states";
import type { Page } from "../../api";
import { copyOfSection } from "../../document/operations";
import { blockLimit } from "../../document/types";
import { usePreview } from "../../hooks/use-preview";
import {
  useDeleteSavedSectionMutation,
  useListSavedSectionsQuery,
  useRenameSavedSectionMutation,
  type SavedSection,
} from "../../section-library/api";
import { NameDialog } from "@/shared/ui/name-dialog";
import { SectionCard } from "./section-card";
import { cardGrid } from "./section-library-styles";

interface Known {
  saved: SavedSection;
  /** A copy with new ids, so that several can be on the preview page. */
  section: Section;
  blocks: number;
}

function known(all: SavedSection[]): Known[] {
  return all.flatMap((saved) => {
    const document = documentIn({ version: 1, sections: [saved.section] });
    const section = document?.sections[0];
    return document === null || section === undefined
      ? []
      : [{ saved, section: copyOfSection(section), blocks: blocksOf(document).length }];
  });
}

/** As many of the sections as fit on one page; the others are shown without a preview. */
function pageOf(all: Known[]): PageDocument {
  const sections: Section[] = [];
  let room = blockLimit;
  for (const { section, blocks } of all) {
    if (blocks > room) continue;
    room -= blocks;
    sections.push(section);
  }
  return { version: 1, sections };
}

/** The site's saved sections. */
export function SavedSections({ page, onAdd }: { page: Page; onAdd: (section: Section) => void }) {
  const website = useWebsite();
  const { data, error, isLoading, refetch } = useListSavedSectionsQuery(
    { websiteId: website.id },
    { refetchOnMountOrArgChange: true },
  );
  const all = useMemo(() => known(data ?? []), [data]);
  const document = useMemo(() => pageOf(all), [all]);
  const preview = usePreview(page, document);
  if (isLoading) return <LinearProgress aria-label={t`Loading`} />;
  if (error !== undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (all.length === 0) {
    return (
      <EmptyState title={t`No saved sections yet`}>
        {t`Select a section of a page and save it in its settings. It can then be added to every page from here.`}
      </EmptyState>
    );
  }
  return (
    <Box component="ul" sx={cardGrid}>
      {all.map(({ saved, section, blocks }) => (
        <Box component="li" key={saved.id}>
          <SectionCard
            name={saved.name}
            description={plural(blocks, {
              one: `# block · ${{ moment: formatMoment(saved.createdOn) }}`,
              other: `# blocks · ${{ moment: formatMoment(saved.createdOn) }}`,
            })}
            sectionId={section.id}
            html={document.sections.includes(section) ? preview.html : null}
            onAdd={() => onAdd(section)}
          />
          <SavedActions saved={saved} />
        </Box>
      ))}
    </Box>
  );
}

function SavedActions({ saved }: { saved: SavedSection }) {
  const website = useWebsite();
  const [doing, setDoing] = useState<"rename" | "delete" | null>(null);
  const [rename, renaming] = useRenameSavedSectionMutation();
  const [remove, removing] = useDeleteSavedSectionMutation();
  const ref = { websiteId: website.id, savedSectionId: saved.id, version: saved.version };
  const done = (outcome: { error?: unknown }) => {
    if (outcome.error === undefined) setDoing(null);
  };
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <Button
        size="small"
        color="inherit"
        aria-label={t`Rename ${{ name: saved.name }}`}
        onClick={() => setDoing("rename")}
      >
        {t`Rename`}
      </Button>
      <Button
        size="small"
        color="inherit"
        aria-label={t`Delete ${{ name: saved.name }}`}
        onClick={() => setDoing("delete")}
      >
        {t`Delete`}
      </Button>
      {doing === "rename" && (
        <NameDialog
          title={t`Rename the section`}
          initial={saved.name}
          help={t`Pages that use it stay as they are.`}
          rule={SavedSectionName.entries.name}
          action={t`Rename`}
          busy={renaming.isLoading}
          error={renaming.error === undefined ? null : errorText(renaming.error)}
          onSubmit={(name) => void rename({ ...ref, name }).then(done)}
          onClose={() => setDoing(null)}
        />
      )}
      <ConfirmDialog
        open={doing === "delete"}
        title={t`Delete “${{ name: saved.name }}”?`}
        confirmLabel={t`Delete`}
        tone="error"
        busy={removing.isLoading}
        error={removing.error === undefined ? null : errorText(removing.error)}
        onConfirm={() => void remove(ref).then(done)}
        onCancel={() => setDoing(null)}
      >
        {t`It can no longer be added. Pages that use it stay as they are.`}
      </ConfirmDialog>
    </Stack>
  );
}
