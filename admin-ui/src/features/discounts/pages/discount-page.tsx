import { plural, t } from "@lingui/core/macro";
import { useParams } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { EditPage } from "@/shared/ui/edit-page";
import type { BackLink } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useToast } from "@/shared/ui/toast";
import { useDeleteDiscountMutation, useGetDiscountQuery, useUpdateDiscountMutation, type Discount } from "../api";
import { DiscountForm } from "../forms/discount-form";
import { formOf } from "../forms/discount-form-state";

export function DiscountPage() {
  const website = useWebsite();
  const { discountId = "" } = useParams();
  const query = useGetDiscountQuery({ websiteId: website.id, discountId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/discounts`, label: t`All discounts` };
  if (query.data === undefined) return <PendingPage title={t`Discount`} width="narrow" back={back} query={query} />;
  return <LoadedDiscount key={query.data.id} discount={query.data} back={back} />;
}

function LoadedDiscount({ discount, back }: { discount: Discount; back: BackLink }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateDiscountMutation();
  const [remove] = useDeleteDiscountMutation();
  const reference = { websiteId: website.id, discountId: discount.id };
  return (
    <EditPage
      title={discount.label}
      description={plural({ usedCount: discount.usedCount }, { one: "Used by # order", other: "Used by # orders" })}
      back={back}
      resource="discounts-tax-shipping"
      deletion={{
        what: t`this discount`,
        consequence: t`Customers can no longer use it. Existing orders keep the discount.`,
        said: t`Discount deleted`,
        run: () => remove({ ...reference, revision: discount.revision }).unwrap(),
      }}
    >
      {(editable) => (
        <DiscountForm
          initial={formOf(discount, website.currency)}
          editable={editable}
          onSave={async (change) => {
            const saved = await update({ ...reference, revision: discount.revision, change }).unwrap();
            toast.success(t`Discount saved`);
            return formOf(saved, website.currency);
          }}
        />
      )}
    </EditPage>
  );
}
