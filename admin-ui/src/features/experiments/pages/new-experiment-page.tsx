import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { EditPage } from "@/shared/ui/edit-page";
import { useToast } from "@/shared/ui/toast";
import { useCreateExperimentMutation } from "../api";
import { ExperimentForm } from "../forms/experiment-form";
import { emptyForm, formOf } from "../forms/experiment-form-state";

export function NewExperimentPage() {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const [create] = useCreateExperimentMutation();
  return (
    <EditPage
      title={t`New experiment`}
      back={{ to: `/sites/${website.id}/experiments`, label: t`All experiments` }}
      resource="content"
    >
      {(editable) => (
        <ExperimentForm
          initial={emptyForm}
          editable={editable}
          onSave={async (change) => {
            const made = await create({ websiteId: website.id, change }).unwrap();
            toast.success(t`Experiment created`);
            void navigate(`/sites/${website.id}/experiments/${made.id}`);
            return formOf(made);
          }}
        />
      )}
    </EditPage>
  );
}
