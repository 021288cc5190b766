import { t } from "@lingui/core/macro";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { isMenu, mainNavigation, useLinkablePagesQuery, useSiteLayoutQuery } from "@/shared/navigation/api";
import { NavigationEditor } from "../components/navigation-editor";

export function NavigationPage() {
  const editable = usePermission("navigation", "write");
  return (
    <Page
      title={t`Navigation`}
      width="narrow"
      status={editable ? undefined : <ViewOnlyChip />}
      description={t`The menus in the header and footer of each page.`}
    >
      <Navigations editable={editable} />
    </Page>
  );
}

function Navigations({ editable }: { editable: boolean }) {
  const website = useWebsite();
  const ref = { websiteId: website.id };
  const layout = useSiteLayoutQuery(ref, { refetchOnMountOrArgChange: true });
  const pages = useLinkablePagesQuery(ref, { refetchOnMountOrArgChange: true });
  if (layout.isError) return <ErrorState error={layout.error} onRetry={() => void layout.refetch()} />;
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (layout.data === undefined || pages.data === undefined) return <LoadingRows rows={5} />;
  return <Chosen layout={layout.data} pages={pages.data} editable={editable} />;
}

type ChosenProps = Omit<Parameters<typeof NavigationEditor>[0], "navigation">;

function Chosen({ layout, ...rest }: ChosenProps) {
  const [named, setNamed] = useSearchParam("navigation");
  const shown = layout.layout.filter(isMenu);
  const chosen = shown.find(({ identifier }) => identifier === named) ?? mainNavigation(layout);
  return (
    <>
      <Tabs
        value={chosen.identifier}
        onChange={(_, identifier: string) => setNamed(identifier)}
        aria-label={t`Menus`}
        sx={{ mb: 2 }}
      >
        {shown.map(({ identifier, title }) => (
          <Tab key={identifier} value={identifier} label={title} />
        ))}
      </Tabs>
      <NavigationEditor key={chosen.identifier} layout={layout} navigation={chosen} {...rest} />
    </>
  );
}
