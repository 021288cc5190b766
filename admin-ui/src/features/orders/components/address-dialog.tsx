import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useSetShippingAddressMutation, type Address, type Order } from "../api";

const labels: Record<Exclude<keyof Address, "country">, string> = {
  firstName: "First name",
  lastName: "Last name",
  line1: "Street and number",
  line2: "Flat, floor, company",
  postalCode: "Postal code",
  city: "City",
  region: "State or region",
  phone: "Telephone",
};

type FieldName = keyof typeof labels;

function isField(name: string): name is FieldName {
  return name in labels;
}

interface AddressDialogProps {
  order: Order;
  address: Address;
  onClose: () => void;
}

export function AddressDialog({ order, address, onClose }: AddressDialogProps) {
  const website = useWebsite();
  const toast = useToast();
  const [save, { isLoading }] = useSetShippingAddressMutation();
  const [error, setError] = useState<string | null>(null);
  const { control, handleSubmit, setError: setFieldError } = useForm<Address>({ defaultValues: address });
  const submit = handleSubmit(async (changed) => {
    setError(null);
    const outcome = await save({ websiteId: website.id, orderId: order.id, address: changed });
    if (outcome.error !== undefined) {
      setError(applyProblem(outcome.error, { setError: setFieldError, fieldOf: (name) => (isField(name) ? name : null) }));
      return;
    }
    onClose();
    toast.say("Delivery address changed.");
  });
  return (
    <FormDialog
      title="Delivery address"
      error={error}
      submitLabel="Save address"
      busy={isLoading}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        {Object.entries(labels).map(([name, label]) => (
          <FormTextField key={name} control={control} name={name as FieldName} label={label} />
        ))}
      </Stack>
    </FormDialog>
  );
}
