import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useGetHeaderFooterQuery, useSaveHeaderFooterMutation } from "../api";
import { HeaderFooterForm } from "../forms/header-footer-form";

export function HeaderFooterPage() {
  const website = useWebsite();
  const toast = useToast();
  const editable = useMay("design", "write");
  const ref = { websiteId: website.id };
  const { data, isError, isFetching, error, refetch } = useGetHeaderFooterQuery(ref, { refetchOnMountOrArgChange: true });
  const [save] = useSaveHeaderFooterMutation();
  const arranged = isFetching ? undefined : data;
  return (
    <Page
      title="Header and footer"
      width="narrow"
      status={editable ? undefined : <ViewOnlyChip />}
      description="The top and the foot of each page. Visitors see a change at once."
    >
      {arranged ? (
        <HeaderFooterForm
          key={website.id}
          arranged={arranged}
          editable={editable}
          onSave={async (wanted) => {
            const saved = await save({ ...ref, revision: arranged.revision, arranged: wanted }).unwrap();
            toast.say("Header and footer saved");
            return saved;
          }}
        />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows />
      )}
    </Page>
  );
}
