import { useNavigate, useParams } from "react-router";
import { formatCount } from "@/shared/i18n/format";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { DeleteAction } from "@/shared/ui/delete-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import { useDeleteDiscountMutation, useGetDiscountQuery, useUpdateDiscountMutation, type Discount } from "../api";
import { DiscountForm } from "../forms/discount-form";
import { formOf } from "../forms/discount-form-state";

export function DiscountPage() {
  const website = useWebsite();
  const { discountId = "" } = useParams();
  const { data, isError, error, refetch } = useGetDiscountQuery(
    { websiteId: website.id, discountId },
    { refetchOnMountOrArgChange: true },
  );
  const back = { to: `/sites/${website.id}/discounts`, label: "All discounts" };
  if (data === undefined) {
    return (
      <Page title="Discount" width="narrow" back={back}>
        {isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />}
      </Page>
    );
  }
  return <LoadedDiscount key={data.id} discount={data} back={back} />;
}

function LoadedDiscount({ discount, back }: { discount: Discount; back: { to: string; label: string } }) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const editable = useMay("discounts-tax-shipping", "write");
  const mayDelete = useMay("discounts-tax-shipping", "delete");
  const [update] = useUpdateDiscountMutation();
  const [remove] = useDeleteDiscountMutation();
  const reference = { websiteId: website.id, discountId: discount.id };
  return (
    <Page
      title={discount.label}
      description={`Used by ${formatCount(discount.usedCount, "order", "orders")}`}
      width="narrow"
      back={back}
      status={editable ? undefined : <ViewOnlyChip />}
      actions={
        mayDelete && (
          <DeleteAction
            what="this discount"
            consequence="Nobody can use it any more. Orders keep what it took off."
            onDelete={async () => {
              await remove(reference).unwrap();
              toast.say("Discount deleted");
              void navigate(back.to);
            }}
          />
        )
      }
    >
      <DiscountForm
        initial={formOf(discount, website.currency)}
        editable={editable}
        onSave={async (change) => {
          const saved = await update({ ...reference, revision: discount.revision, change }).unwrap();
          toast.say("Discount saved");
          return formOf(saved, website.currency);
        }}
      />
    </Page>
  );
}
