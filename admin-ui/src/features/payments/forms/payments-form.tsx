import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import type { FieldPath } from "react-hook-form";
import { PaymentSettingsBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { useSavePaymentSettingsMutation, type PaymentChoices, type PaymentSettings, type Provider } from "../api";
import { MethodsList } from "../components/methods-list";
import { ProviderDialog } from "../components/provider-dialog";
import type { PaymentsValues } from "./payments-values";

const captureModes = [
  {
    value: "at-once",
    get label() {
      return t`Immediately`;
    },
  },
  {
    value: "on-fulfillment",
    get label() {
      return t`When the first parcel is shipped`;
    },
  },
  {
    value: "by-hand",
    get label() {
      return t`Manually`;
    },
  },
];
const hoursOfDay = 24;

function formOf({ testMode, captureMode, transferHoldHours, methods }: PaymentSettings): PaymentsValues {
  return {
    testMode,
    captureMode,
    holdDays: String(transferHoldHours / hoursOfDay),
    methods: methods.map(({ label, saves = true, ...method }) => ({ ...method, label: label ?? "", saves })),
  };
}

function choicesOf({ testMode, captureMode, holdDays, methods }: PaymentsValues): PaymentChoices {
  return {
    testMode,
    captureMode,
    transferHoldHours: hoursOf(holdDays),
    methods: methods.map(({ label, ...method }) => ({ ...method, label: label.trim() === "" ? null : label })),
  };
}

function hoursOf(days: string): number {
  return Math.round(Number(days.replace(",", ".")) * hoursOfDay);
}

const holdRules = fieldRules(PaymentSettingsBody.entries.transferHoldHours, {
  sent: hoursOf,
  wrong: ({ max = 0 }) => t`Enter a number of days, ${{ value: max / hoursOfDay }} at most`,
});

function fieldOf(name: string): FieldPath<PaymentsValues> | null {
  if (name === "transferHoldHours") return "holdDays";
  return name === "captureMode" || name === "testMode" ? name : null;
}

/** Payment settings of the shop. */
export function PaymentsForm({ settings, editable }: { settings: PaymentSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [save] = useSavePaymentSettingsMutation();
  const [configured, setConfigured] = useState<Provider | null>(null);
  const { control, shell } = useEditForm<PaymentsValues>({
    initial: formOf(settings),
    what: t`the payment settings`,
    fieldOf,
    onSave: async (form) => {
      const choices = choicesOf(form);
      const saved = await save({ websiteId: website.id, revision: settings.revision, choices }).unwrap();
      toast.success(t`Payments saved`);
      return formOf(saved);
    },
  });
  return (
    <>
      <FormShell label={t`Payments`} editable={editable} {...shell}>
        <Stack sx={{ gap: 2 }}>
          <Card title={t`Payment methods`}>
            <MethodsList
              control={control}
              providers={settings.providers}
              editable={editable}
              onConfigure={setConfigured}
            />
          </Card>
          <Card title={t`Payment capture`}>
            <Stack sx={{ gap: 2.5, pt: 1 }}>
              <FormSwitch
                control={control}
                name="testMode"
                label={t`Test mode`}
                help={t`Offers test cards: no money is charged and nothing is delivered. Turn it off before you start selling.`}
                disabled={!editable}
              />
              <FormSelect
                control={control}
                name="captureMode"
                label={t`Capture card payments`}
                help={t`Payments that are captured later are authorized when the order is placed. Authorizations expire after some days.`}
                options={captureModes}
                disabled={!editable}
              />
              <FormTextField
                control={control}
                name="holdDays"
                label={t`Days to wait for a bank transfer`}
                help={t`After that, the items of an unpaid order are for sale again.`}
                {...holdRules}
                disabled={!editable}
              />
            </Stack>
          </Card>
        </Stack>
      </FormShell>
      {configured !== null && <ProviderDialog provider={configured} onClose={() => setConfigured(null)} />}
    </>
  );
}
