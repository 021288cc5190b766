import { useNavigate } from "react-router";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { useToast } from "@/shared/ui/toast";
import { useCreateTaxMutation } from "../api";
import { TaxForm } from "../forms/tax-form";
import { emptyForm, formOf } from "../forms/tax-form-state";

export function NewTaxPage() {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const editable = useMay("discounts-tax-shipping", "write");
  const [create] = useCreateTaxMutation();
  return (
    <Page
      title="New tax"
      width="narrow"
      back={{ to: `/sites/${website.id}/taxes`, label: "All taxes" }}
      status={editable ? undefined : <ViewOnlyChip />}
    >
      <TaxForm
        initial={emptyForm}
        editable={editable}
        onSave={async (change) => {
          const made = await create({ websiteId: website.id, change }).unwrap();
          toast.say("Tax made");
          void navigate(`/sites/${website.id}/taxes`);
          return formOf(made);
        }}
      />
    </Page>
  );
}
