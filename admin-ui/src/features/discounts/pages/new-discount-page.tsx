import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { EditPage } from "@/shared/ui/edit-page";
import { useToast } from "@/shared/ui/toast";
import { useCreateDiscountMutation } from "../api";
import { DiscountForm } from "../forms/discount-form";
import { emptyForm, formOf } from "../forms/discount-form-state";

export function NewDiscountPage() {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const [create] = useCreateDiscountMutation();
  return (
    <EditPage
      title={t`New discount`}
      back={{ to: `/sites/${website.id}/discounts`, label: t`All discounts` }}
      resource="discounts-tax-shipping"
    >
      {(editable) => (
        <DiscountForm
          initial={emptyForm}
          editable={editable}
          onSave={async (change) => {
            const made = await create({ websiteId: website.id, change }).unwrap();
            toast.success(t`Discount created`);
            void navigate(`/sites/${website.id}/discounts`);
            return formOf(made, website.currency);
          }}
        />
      )}
    </EditPage>
  );
}
