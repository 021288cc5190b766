import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useMemo, useRef, useState } from "react";
import { mainNavigation, type SiteLayout } from "@/shared/navigation/api";
import {
  canMove,
  dropEntry,
  entriesOf,
  findEntry,
  itemsOf,
  moveEntry,
  newPage,
  removeEntry,
  type DropPlace,
  type Entry,
} from "@/shared/navigation/tree";
import { useSaveNavigation } from "@/shared/navigation/use-save-navigation";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { EmptyState } from "@/shared/ui/states";
import type { PageSummary } from "../api";
import { PageMenu } from "./page-menu";
import { titleOf, TreeRow } from "./tree-row";

interface SiteTreeProps {
  layout: SiteLayout;
  pages: PageSummary[];
}

function idsIn(entries: Entry[]): Set<string> {
  return new Set(entries.flatMap((entry) => [entry, ...entry.children]).flatMap((entry) => entry.collectionId ?? []));
}

/** The main navigation with its folders, and the pages outside it. Moves are saved immediately. */
export function SiteTree({ layout, pages }: SiteTreeProps) {
  const website = useWebsite();
  const mayMove = usePermission("navigation", "write");
  const box = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const { save: saveNavigation, failure } = useSaveNavigation(website.id);
  const byId = useMemo(() => new Map(pages.map((page) => [page.id, page])), [pages]);
  const main = mainNavigation(layout);
  const saved = useMemo(() => {
    const folders = new Set(pages.filter((page) => page.kind === "folder").map((page) => page.id));
    return entriesOf(main.links, folders);
  }, [main.links, pages]);
  // Optimistic order while saves are pending; its rows keep their keys once they have completed.
  const [moved, setMoved] = useState<{ entries: Entry[]; saves: number; revision: number } | null>(null);
  const isAhead = moved !== null && (moved.saves > 0 || layout.revision < moved.revision);
  const isMoved =
    moved !== null && (isAhead || JSON.stringify(itemsOf(moved.entries)) === JSON.stringify(itemsOf(saved)));
  const entries = isMoved ? moved.entries : saved;
  const linked = idsIn(entries);
  const others = useMemo(() => pages.filter((page) => !linked.has(page.id)), [pages, linked]);
  const pageOf = (entry: Entry) => (entry.collectionId ? (byId.get(entry.collectionId) ?? null) : null);

  const save = async (changed: Entry[], focus: string) => {
    if (changed === entries) return;
    // Moved rows lose the focus.
    const follow = () =>
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>(`[data-page="${focus}"] [data-entry]`)?.focus(),
      );
    setMoved((before) => ({ entries: changed, saves: (before?.saves ?? 0) + 1, revision: before?.revision ?? 0 }));
    setAnnouncement("");
    follow();
    const outcome = await saveNavigation({ layout, identifier: "mainNav", items: itemsOf(changed) });
    setMoved((before) =>
      before === null || outcome.kind !== "saved"
        ? null
        : { ...before, saves: before.saves - 1, revision: outcome.revision },
    );
    if (outcome.kind !== "saved") return;
    setAnnouncement(t`Navigation saved.`);
    follow();
  };
  const drop = (key: string, target: string, place: DropPlace) => {
    if (findEntry(entries, key) !== undefined) {
      void save(dropEntry(entries, key, target, place), findEntry(entries, key)?.collectionId ?? "");
      return;
    }
    const page = byId.get(key);
    if (page === undefined) return;
    const entry = newPage(page.id, page.kind === "folder");
    void save(dropEntry([...entries, entry], entry.key, target, place), page.id);
  };
  const row = (entry: Entry) => {
    const page = pageOf(entry);
    return (
      <TreeRow
        key={entry.key}
        entry={entry}
        page={page}
        draggable={mayMove}
        onDrop={(key, place) => drop(key, entry.key, place)}
        menu={
          <PageMenu
            title={titleOf(entry, page)}
            rowKey={entry.key}
            page={page}
            takeIn={null}
            moves={
              mayMove
                ? {
                    can: (direction) => canMove(entries, entry.key, direction),
                    move: (direction) => void save(moveEntry(entries, entry.key, direction), entry.collectionId ?? ""),
                    takeOut: () => void save(removeEntry(entries, entry.key), entry.collectionId ?? ""),
                  }
                : null
            }
          />
        }
      >
        {entry.children.length > 0 && (
          <Box
            component="ol"
            aria-label={t`In ${{ titleOf: titleOf(entry, page) }}`}
            sx={{ listStyle: "none", m: 0, p: 0, ml: { xs: 2.5, sm: 4 }, borderLeft: 1, borderColor: "divider" }}
          >
            {entry.children.map(row)}
          </Box>
        )}
      </TreeRow>
    );
  };
  return (
    <Stack ref={box} sx={{ gap: 2 }}>
      {failure !== null && (
        <Alert severity="error">
          {failure.kind === "changed"
            ? t`Someone else has changed the navigation in the meantime. The current navigation is shown: make your change again.`
            : failure.message}
        </Alert>
      )}
      <Card title={t`Main navigation`} flush>
        {entries.length === 0 ? (
          <EmptyState title={t`No entries yet`}>{t`Add pages from the list below.`}</EmptyState>
        ) : (
          <Box component="ol" aria-label={t`Main navigation`} sx={{ listStyle: "none", m: 0, p: 0, pb: 1 }}>
            {entries.map(row)}
          </Box>
        )}
      </Card>
      <Card title={t`Not linked`} flush>
        {others.length === 0 ? (
          <EmptyState title={t`All pages are in the main navigation`} />
        ) : (
          <Box component="ol" aria-label={t`Not linked`} sx={{ listStyle: "none", m: 0, p: 0, pb: 1 }}>
            {others.map((page) => {
              const entry: Entry = { key: page.id, collectionId: page.id, children: [] };
              const add = () => void save([...entries, newPage(page.id, page.kind === "folder")], page.id);
              return (
                <TreeRow
                  key={page.id}
                  entry={entry}
                  page={page}
                  draggable={mayMove}
                  onDrop={(key) => {
                    const held = findEntry(entries, key);
                    if (held) void save(removeEntry(entries, key), held.collectionId ?? "");
                  }}
                  menu={
                    <PageMenu
                      title={titleOf(entry, page)}
                      rowKey={page.id}
                      page={page}
                      moves={null}
                      takeIn={mayMove ? add : null}
                    />
                  }
                />
              );
            })}
          </Box>
        )}
      </Card>
      {mayMove && (
        <Typography variant="caption" color="textSecondary" component="p">
          {t`Drag pages, use their menus, or hold Alt and press the arrow keys. Visitors see a new order immediately.`}
        </Typography>
      )}
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
    </Stack>
  );
}
