import { useNavigate, useParams } from "react-router";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { DeleteAction } from "@/shared/ui/delete-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useDeleteZoneMutation, useGetZoneQuery, useUpdateZoneMutation, type Zone } from "../api";
import { ZoneForm } from "../forms/zone-form";
import { formOf } from "../forms/zone-form-state";

export function ZonePage() {
  const website = useWebsite();
  const { zoneId = "" } = useParams();
  const { data, isError, error, refetch } = useGetZoneQuery(
    { websiteId: website.id, zoneId },
    { refetchOnMountOrArgChange: true },
  );
  const back = { to: `/sites/${website.id}/shipping`, label: "All shipping zones" };
  if (data === undefined) {
    return (
      <Page title="Shipping zone" width="narrow" back={back}>
        {isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />}
      </Page>
    );
  }
  return <LoadedZone key={data.id} zone={data} back={back} />;
}

function LoadedZone({ zone, back }: { zone: Zone; back: { to: string; label: string } }) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const editable = useMay("discounts-tax-shipping", "write");
  const mayDelete = useMay("discounts-tax-shipping", "delete");
  const [update] = useUpdateZoneMutation();
  const [remove] = useDeleteZoneMutation();
  const reference = { websiteId: website.id, zoneId: zone.id };
  return (
    <Page
      title={zone.name}
      width="narrow"
      back={back}
      status={editable ? undefined : <ViewOnlyChip />}
      actions={
        mayDelete && (
          <DeleteAction
            what="this zone"
            consequence="Nothing is delivered to its places any more unless another zone names them."
            onDelete={async () => {
              await remove(reference).unwrap();
              toast.say("Shipping zone deleted");
              void navigate(back.to);
            }}
          />
        )
      }
    >
      <ZoneForm
        initial={formOf(zone, website.currency)}
        editable={editable}
        onSave={async (change) => {
          const saved = await update({ ...reference, revision: zone.revision, change }).unwrap();
          toast.say("Shipping zone saved");
          return formOf(saved, website.currency);
        }}
      />
    </Page>
  );
}
