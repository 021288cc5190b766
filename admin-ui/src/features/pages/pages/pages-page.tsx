import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Add from "@mui/icons-material/Add";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import NotesOutlined from "@mui/icons-material/NotesOutlined";
import CreateNewFolderOutlined from "@mui/icons-material/CreateNewFolderOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { skipToken } from "@reduxjs/toolkit/query";
import { useState } from "react";
import { Link } from "react-router";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { useSiteLayoutQuery } from "@/shared/navigation/api";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { SearchField } from "@/shared/ui/search-field";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListPagesQuery } from "../api";
import { FoundPages } from "../components/found-pages";
import { NewPageDialog } from "../components/new-page-dialog";
import { SiteTree } from "../components/site-tree";

export function PagesPage() {
  const website = useWebsite();
  const mayChange = useMay("content", "write");
  const mayReadTree = useMay("navigation", "read");
  const ref = { websiteId: website.id };
  const pages = useListPagesQuery(ref, { refetchOnMountOrArgChange: true });
  const layout = useSiteLayoutQuery(mayReadTree ? ref : skipToken, { refetchOnMountOrArgChange: true });
  const [making, setMaking] = useState<"page" | "folder" | "blog" | null>(null);
  const [q, setQ] = useSearchParam("q");
  const failed = pages.isError ? pages : layout.isError ? layout : null;
  return (
    <Page
      title="Pages"
      width="normal"
      status={mayChange ? undefined : <ViewOnlyChip />}
      actions={
        <>
          <Button color="inherit" startIcon={<DeleteOutlined />} component={Link} to={`/sites/${website.id}/pages/trash`}>
            Trash
          </Button>
          {mayChange && (
            <>
              <Button variant="outlined" color="inherit" startIcon={<CreateNewFolderOutlined />} onClick={() => setMaking("folder")}>
                New folder
              </Button>
              <Button variant="outlined" color="inherit" startIcon={<NotesOutlined />} onClick={() => setMaking("blog")}>
                New collection
              </Button>
              <Button variant="contained" startIcon={<Add />} onClick={() => setMaking("page")}>
                New page
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
        <EmptyState title="No pages yet" icon={<ArticleOutlined />}>
          This site has no page to edit.
        </EmptyState>
      ) : (
        <Stack sx={{ gap: 2 }}>
          <SearchField label="Search pages" value={q} onChange={setQ} />
          {q.trim() === "" && layout.data !== undefined ? (
            <SiteTree layout={layout.data} pages={pages.data} />
          ) : (
            <FoundPages pages={pages.data} search={q.trim()} />
          )}
        </Stack>
      )}
      {making !== null && <NewPageDialog kind={making} pages={pages.data ?? []} onClose={() => setMaking(null)} />}
    </Page>
  );
}
