import { t } from "@lingui/core/macro";
import { useParams } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { EditPage } from "@/shared/ui/edit-page";
import type { BackLink } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useToast } from "@/shared/ui/toast";
import { useDeleteTaxMutation, useGetTaxQuery, useUpdateTaxMutation, type Tax } from "../api";
import { TaxForm } from "../forms/tax-form";
import { formOf } from "../forms/tax-form-state";

export function TaxPage() {
  const website = useWebsite();
  const { taxId = "" } = useParams();
  const query = useGetTaxQuery({ websiteId: website.id, taxId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/taxes`, label: t`All taxes` };
  if (query.data === undefined) return <PendingPage title={t`Tax`} width="narrow" back={back} query={query} />;
  return <LoadedTax key={query.data.id} tax={query.data} back={back} />;
}

function LoadedTax({ tax, back }: { tax: Tax; back: BackLink }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateTaxMutation();
  const [remove] = useDeleteTaxMutation();
  const reference = { websiteId: website.id, taxId: tax.id };
  return (
    <EditPage
      title={tax.label}
      back={back}
      resource="discounts-tax-shipping"
      deletion={{
        what: t`this tax`,
        consequence: t`It is no longer charged. Existing orders keep their taxes.`,
        said: t`Tax deleted`,
        run: () => remove({ ...reference, revision: tax.revision }).unwrap(),
      }}
    >
      {(editable) => (
        <TaxForm
          initial={formOf(tax)}
          editable={editable}
          onSave={async (change) => {
            const saved = await update({ ...reference, revision: tax.revision, change }).unwrap();
            toast.success(t`Tax saved`);
            return formOf(saved);
          }}
        />
      )}
    </EditPage>
  );
}
