import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { EditPage } from "@/shared/ui/edit-page";
import { useToast } from "@/shared/ui/toast";
import { useCreatePriceListMutation } from "../api";
import { PriceListForm } from "../forms/price-list-form";
import { emptyForm, formOf } from "../forms/price-list-form-state";

export function NewPriceListPage() {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const [create] = useCreatePriceListMutation();
  return (
    <EditPage
      title={t`New price list`}
      back={{ to: `/sites/${website.id}/price-lists`, label: t`All price lists` }}
      resource="discounts-tax-shipping"
    >
      {(editable) => (
        <PriceListForm
          initial={emptyForm}
          editable={editable}
          onSave={async (change) => {
            const made = await create({ websiteId: website.id, change }).unwrap();
            toast.success(t`Price list created`);
            void navigate(`/sites/${website.id}/price-lists`);
            return formOf(made, website.currency);
          }}
        />
      )}
    </EditPage>
  );
}
