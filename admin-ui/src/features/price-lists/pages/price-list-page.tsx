import { t } from "@lingui/core/macro";
import { useParams } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { EditPage } from "@/shared/ui/edit-page";
import type { BackLink } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useToast } from "@/shared/ui/toast";
import { useDeletePriceListMutation, useGetPriceListQuery, useUpdatePriceListMutation, type PriceList } from "../api";
import { PriceListForm } from "../forms/price-list-form";
import { formOf } from "../forms/price-list-form-state";

export function PriceListPage() {
  const website = useWebsite();
  const { priceListId = "" } = useParams();
  const query = useGetPriceListQuery({ websiteId: website.id, priceListId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/price-lists`, label: t`All price lists` };
  if (query.data === undefined) return <PendingPage title={t`Price list`} width="narrow" back={back} query={query} />;
  return <LoadedPriceList key={query.data.id} list={query.data} back={back} />;
}

function LoadedPriceList({ list, back }: { list: PriceList; back: BackLink }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdatePriceListMutation();
  const [remove] = useDeletePriceListMutation();
  const reference = { websiteId: website.id, priceListId: list.id };
  return (
    <EditPage
      title={list.name}
      back={back}
      resource="discounts-tax-shipping"
      deletion={{
        what: t`this price list`,
        consequence: t`Its customers pay the regular prices again. Existing orders keep their prices.`,
        said: t`Price list deleted`,
        run: () => remove({ ...reference, revision: list.revision }).unwrap(),
      }}
    >
      {(editable) => (
        <PriceListForm
          initial={formOf(list, website.currency)}
          editable={editable}
          onSave={async (change) => {
            const saved = await update({ ...reference, revision: list.revision, change }).unwrap();
            toast.success(t`Price list saved`);
            return formOf(saved, website.currency);
          }}
        />
      )}
    </EditPage>
  );
}
