import { useNavigate, useParams } from "react-router";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { DeleteAction } from "@/shared/ui/delete-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useDeleteTaxMutation, useGetTaxQuery, useUpdateTaxMutation, type Tax } from "../api";
import { TaxForm } from "../forms/tax-form";
import { formOf } from "../forms/tax-form-state";

export function TaxPage() {
  const website = useWebsite();
  const { taxId = "" } = useParams();
  const { data, isError, error, refetch } = useGetTaxQuery(
    { websiteId: website.id, taxId },
    { refetchOnMountOrArgChange: true },
  );
  const back = { to: `/sites/${website.id}/taxes`, label: "All taxes" };
  if (data === undefined) {
    return (
      <Page title="Tax" width="narrow" back={back}>
        {isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />}
      </Page>
    );
  }
  return <LoadedTax key={data.id} tax={data} back={back} />;
}

function LoadedTax({ tax, back }: { tax: Tax; back: { to: string; label: string } }) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const editable = useMay("discounts-tax-shipping", "write");
  const mayDelete = useMay("discounts-tax-shipping", "delete");
  const [update] = useUpdateTaxMutation();
  const [remove] = useDeleteTaxMutation();
  const reference = { websiteId: website.id, taxId: tax.id };
  return (
    <Page
      title={tax.label}
      width="narrow"
      back={back}
      status={editable ? undefined : <ViewOnlyChip />}
      actions={
        mayDelete && (
          <DeleteAction
            what="this tax"
            consequence="It is charged no longer. Orders keep what they were charged."
            onDelete={async () => {
              await remove(reference).unwrap();
              toast.say("Tax deleted");
              void navigate(back.to);
            }}
          />
        )
      }
    >
      <TaxForm
        initial={formOf(tax)}
        editable={editable}
        onSave={async (change) => {
          const saved = await update({ ...reference, revision: tax.revision, change }).unwrap();
          toast.say("Tax saved");
          return formOf(saved);
        }}
      />
    </Page>
  );
}
