import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Add from "@mui/icons-material/Add";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import NotesOutlined from "@mui/icons-material/NotesOutlined";
import CreateNewFolderOutlined from "@mui/icons-material/CreateNewFolderOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import ViewQuiltOutlined from "@mui/icons-material/ViewQuiltOutlined";
import { skipToken } from "@reduxjs/toolkit/query";
import { useState } from "react";
import { Link } from "react-router";
import { areasScreen } from "@/shared/areas/addresses";
import { useListAreasQuery } from "@/shared/areas/api";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { useSiteLayoutQuery } from "@/shared/navigation/api";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListPagesQuery } from "../api";
import { PageSearchResults } from "../components/page-search-results";
import { NewPageDialog } from "../components/new-page-dialog";
import { SiteTree } from "../components/site-tree";

const makeable = ["page", "folder", "blog"] as const;
type Made = (typeof makeable)[number];

export function PagesPage() {
  const website = useWebsite();
  const mayChange = usePermission("content", "write");
  const mayReadTree = usePermission("navigation", "read");
  const ref = { websiteId: website.id };
  const pages = useListPagesQuery(ref, { refetchOnMountOrArgChange: true });
  const layout = useSiteLayoutQuery(mayReadTree ? ref : skipToken, { refetchOnMountOrArgChange: true });
  const areas = useListAreasQuery(ref, { refetchOnMountOrArgChange: true });
  const [chosen, setMaking] = useState<Made | null>(null);
  // Other screens link here to create a page.
  const [asked, setAsked] = useSearchParam("new");
  const making = chosen ?? (mayChange ? (makeable.find((kind) => kind === asked) ?? null) : null);
  const [q, setQ] = useSearchParam("q");
  const failed = pages.isError ? pages : layout.isError ? layout : null;
  return (
    <Page
      title={t`Pages`}
      width="normal"
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={
        <>
          {areas.data !== undefined && areas.data.length > 0 && (
            <Button
              color="inherit"
              startIcon={<ViewQuiltOutlined />}
              component={Link}
              to={`/sites/${website.id}/${areasScreen}`}
            >
              {t`Areas`}
            </Button>
          )}
          <Button
            color="inherit"
            startIcon={<DeleteOutlined />}
            component={Link}
            to={`/sites/${website.id}/pages/trash`}
          >
            {t`Trash`}
          </Button>
          {mayChange && (
            <>
              <Button
                variant="outlined"
                color="inherit"
                startIcon={<CreateNewFolderOutlined />}
                onClick={() => setMaking("folder")}
              >
                {t`New folder`}
              </Button>
              <Button
                variant="outlined"
                color="inherit"
                startIcon={<NotesOutlined />}
                onClick={() => setMaking("blog")}
              >
                {t`New collection`}
              </Button>
              <Button variant="contained" startIcon={<Add />} onClick={() => setMaking("page")}>
                {t`New page`}
              </Button>
            </>
          )}
        </>
      }
    >
      {failed !== null ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : pages.data === undefined || (mayReadTree && layout.data === undefined) ? (
        <LoadingRows />
      ) : pages.data.length === 0 ? (
        <EmptyState title={t`No pages yet`} icon={<ArticleOutlined />}>
          {t`Create a page to get started.`}
        </EmptyState>
      ) : (
        <Stack sx={{ gap: 2 }}>
          <SearchField label={t`Search pages`} value={q} onChange={setQ} />
          {q.trim() === "" && layout.data !== undefined ? (
            <SiteTree layout={layout.data} pages={pages.data} />
          ) : (
            <PageSearchResults pages={pages.data} search={q.trim()} />
          )}
        </Stack>
      )}
      {making !== null && (
        <NewPageDialog
          key={making}
          kind={making}
          pages={pages.data ?? []}
          onClose={() => {
            setMaking(null);
            setAsked("");
          }}
        />
      )}
    </Page>
  );
}
