import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import type { Entry } from "@/shared/navigation/tree";
import { hasWords, searchWords } from "@/shared/text/folded";
import { Card } from "@/shared/ui/card";
import { EmptyState } from "@/shared/ui/states";
import type { PageSummary } from "../api";
import { PageMenu } from "./page-menu";
import { TreeRow } from "./tree-row";

/** Whether each word of a search is in a page's titles or URL. */
function fits(page: PageSummary, words: string[]): boolean {
  return hasWords(`${page.title} ${page.navigationTitle} ${page.fullUrl}`, words);
}

/** The pages of the whole tree that match a search; all without one. */
export function PageSearchResults({ pages, search }: { pages: PageSummary[]; search: string }) {
  const words = searchWords(search);
  const found = pages.filter((page) => fits(page, words));
  const title = search === "" ? t`All pages` : t`Found`;
  return (
    <Card title={title} flush>
      {found.length === 0 ? (
        <EmptyState title={t`No pages found`}>{t`Try another word from its title or address.`}</EmptyState>
      ) : (
        <Box
          component="ol"
          aria-label={search === "" ? t`All pages` : t`Found pages`}
          sx={{ listStyle: "none", m: 0, p: 0, pb: 1 }}
        >
          {found.map((page) => {
            const entry: Entry = { key: page.id, collectionId: page.id, children: [] };
            return (
              <TreeRow
                key={page.id}
                entry={entry}
                page={page}
                draggable={false}
                onDrop={() => undefined}
                menu={
                  <PageMenu
                    title={page.navigationTitle || page.title}
                    rowKey={page.id}
                    page={page}
                    moves={null}
                    takeIn={null}
                  />
                }
              />
            );
          })}
        </Box>
      )}
    </Card>
  );
}
