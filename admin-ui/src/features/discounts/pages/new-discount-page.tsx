import { useNavigate } from "react-router";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { useToast } from "@/shared/ui/toast";
import { useCreateDiscountMutation } from "../api";
import { DiscountForm } from "../forms/discount-form";
import { emptyForm, formOf } from "../forms/discount-form-state";

export function NewDiscountPage() {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const editable = useMay("discounts-tax-shipping", "write");
  const [create] = useCreateDiscountMutation();
  return (
    <Page
      title="New discount"
      width="narrow"
      back={{ to: `/sites/${website.id}/discounts`, label: "All discounts" }}
      status={editable ? undefined : <ViewOnlyChip />}
    >
      <DiscountForm
        initial={emptyForm}
        editable={editable}
        onSave={async (change) => {
          const made = await create({ websiteId: website.id, change }).unwrap();
          toast.say("Discount made");
          void navigate(`/sites/${website.id}/discounts`);
          return formOf(made, website.currency);
        }}
      />
    </Page>
  );
}
