import { useNavigate } from "react-router";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { useToast } from "@/shared/ui/toast";
import { useCreateZoneMutation } from "../api";
import { ZoneForm } from "../forms/zone-form";
import { emptyForm, formOf } from "../forms/zone-form-state";

export function NewZonePage() {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const editable = useMay("discounts-tax-shipping", "write");
  const [create] = useCreateZoneMutation();
  return (
    <Page
      title="New shipping zone"
      width="narrow"
      back={{ to: `/sites/${website.id}/shipping`, label: "All shipping zones" }}
      status={editable ? undefined : <ViewOnlyChip />}
    >
      <ZoneForm
        initial={emptyForm}
        editable={editable}
        onSave={async (change) => {
          const made = await create({ websiteId: website.id, change }).unwrap();
          toast.say("Shipping zone made");
          void navigate(`/sites/${website.id}/shipping`);
          return formOf(made, website.currency);
        }}
      />
    </Page>
  );
}
