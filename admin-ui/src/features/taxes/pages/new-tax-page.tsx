import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { EditPage } from "@/shared/ui/edit-page";
import { useToast } from "@/shared/ui/toast";
import { useCreateTaxMutation } from "../api";
import { TaxForm } from "../forms/tax-form";
import { emptyForm, formOf } from "../forms/tax-form-state";

export function NewTaxPage() {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const [create] = useCreateTaxMutation();
  return (
    <EditPage
      title={t`New tax`}
      back={{ to: `/sites/${website.id}/taxes`, label: t`All taxes` }}
      resource="discounts-tax-shipping"
    >
      {(editable) => (
        <TaxForm
          initial={emptyForm}
          editable={editable}
          onSave={async (change) => {
            const made = await create({ websiteId: website.id, change }).unwrap();
            toast.success(t`Tax created`);
            void navigate(`/sites/${website.id}/taxes`);
            return formOf(made);
          }}
        />
      )}
    </EditPage>
  );
}
