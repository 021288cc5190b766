import { t } from "@lingui/core/macro";
import { useParams } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { EditPage } from "@/shared/ui/edit-page";
import type { BackLink } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useToast } from "@/shared/ui/toast";
import { useDeleteZoneMutation, useGetZoneQuery, useUpdateZoneMutation, type Zone } from "../api";
import { ZoneForm } from "../forms/zone-form";
import { formOf } from "../forms/zone-form-state";

export function ZonePage() {
  const website = useWebsite();
  const { zoneId = "" } = useParams();
  const query = useGetZoneQuery({ websiteId: website.id, zoneId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/shipping`, label: t`All shipping zones` };
  if (query.data === undefined)
    return <PendingPage title={t`Shipping zone`} width="narrow" back={back} query={query} />;
  return <LoadedZone key={query.data.id} zone={query.data} back={back} />;
}

function LoadedZone({ zone, back }: { zone: Zone; back: BackLink }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateZoneMutation();
  const [remove] = useDeleteZoneMutation();
  const reference = { websiteId: website.id, zoneId: zone.id };
  return (
    <EditPage
      title={zone.name}
      back={back}
      resource="discounts-tax-shipping"
      deletion={{
        what: t`this zone`,
        consequence: t`You no longer deliver to its places, unless another zone covers them.`,
        said: t`Shipping zone deleted`,
        run: () => remove({ ...reference, revision: zone.revision }).unwrap(),
      }}
    >
      {(editable) => (
        <ZoneForm
          initial={formOf(zone, website.currency)}
          editable={editable}
          onSave={async (change) => {
            const saved = await update({ ...reference, revision: zone.revision, change }).unwrap();
            toast.success(t`Shipping zone saved`);
            return formOf(saved, website.currency);
          }}
        />
      )}
    </EditPage>
  );
}
