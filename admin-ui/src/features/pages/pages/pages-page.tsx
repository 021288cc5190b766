import Chip from "@mui/material/Chip";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import ArticleOutlined from "@mui/icons-material/ArticleOutlined";
import HomeOutlined from "@mui/icons-material/HomeOutlined";
import NotesOutlined from "@mui/icons-material/NotesOutlined";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import { formatAge } from "@/shared/i18n/format";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useListPagesQuery, type PageSummary } from "../api";

const kindLabels: Record<string, string> = { page: "Page", blog: "Blog", store: "Store" };

function KindIcon({ page }: { page: PageSummary }) {
  if (page.isHome) return <HomeOutlined fontSize="small" color="primary" />;
  switch (page.kind) {
    case "blog":
      return <NotesOutlined fontSize="small" color="action" />;
    case "store":
      return <StorefrontOutlined fontSize="small" color="action" />;
    default:
      return <ArticleOutlined fontSize="small" color="action" />;
  }
}

function Status({ page }: { page: PageSummary }) {
  if (!page.enabled) return <Chip size="small" variant="soft" label="Off" />;
  if (page.hasUnpublishedChanges) return <Chip size="small" variant="soft" color="warning" label="Unpublished changes" />;
  return <Chip size="small" variant="soft" color="success" label="Published" />;
}

const columns: Column<PageSummary>[] = [
  {
    id: "title",
    header: "Page",
    main: true,
    cell: (page) => (
      <Stack component="span" direction="row" sx={{ gap: 1.25, alignItems: "center" }}>
        <KindIcon page={page} />
        {page.title || page.navigationTitle}
      </Stack>
    ),
  },
  { id: "address", header: "Address", cell: (page) => page.fullUrl },
  { id: "kind", header: "Kind", phone: "hidden", cell: (page) => (page.isHome ? "Home page" : (kindLabels[page.kind] ?? page.kind)) },
  { id: "navigation", header: "Navigation", phone: "hidden", cell: (page) => (page.inMainNav ? "Main" : "Not linked") },
  { id: "status", header: "Status", phone: "end", cell: (page) => <Status page={page} /> },
  { id: "updated", header: "Changed", align: "right", phone: "end", cell: (page) => formatAge(page.updatedOn) },
];

export function PagesPage() {
  const website = useWebsite();
  const mayChange = useMay("content", "write");
  const pages = useListPagesQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <Page title="Pages" width="wide" status={mayChange ? undefined : <ViewOnlyChip />}>
      <Paper variant="card">
        {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
        {pages.isLoading && <LoadingRows />}
        {pages.data?.length === 0 && (
          <EmptyState title="No pages yet" icon={<ArticleOutlined />}>
            This site has no page to edit.
          </EmptyState>
        )}
        {pages.data && pages.data.length > 0 && (
          <DataTable
            label="Pages"
            rows={pages.data}
            columns={columns}
            keyOf={(page) => page.id}
            linkTo={(page) => `/sites/${website.id}/pages/${page.id}/edit`}
          />
        )}
      </Paper>
    </Page>
  );
}
