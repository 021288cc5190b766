import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { EditPage } from "@/shared/ui/edit-page";
import { useToast } from "@/shared/ui/toast";
import { useCreateZoneMutation } from "../api";
import { ZoneForm } from "../forms/zone-form";
import { emptyForm, formOf } from "../forms/zone-form-state";

export function NewZonePage() {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const [create] = useCreateZoneMutation();
  return (
    <EditPage
      title={t`New shipping zone`}
      back={{ to: `/sites/${website.id}/shipping`, label: t`All shipping zones` }}
      resource="discounts-tax-shipping"
    >
      {(editable) => (
        <ZoneForm
          initial={emptyForm}
          editable={editable}
          onSave={async (change) => {
            const made = await create({ websiteId: website.id, change }).unwrap();
            toast.success(t`Shipping zone created`);
            void navigate(`/sites/${website.id}/shipping`);
            return formOf(made, website.currency);
          }}
        />
      )}
    </EditPage>
  );
}
