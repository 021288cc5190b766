import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import { useFieldArray, useWatch, type Control } from "react-hook-form";
import { MethodChoice } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { MoveButton } from "@/shared/ui/move-button";
import type { Provider } from "../api";
import { hasSettings, isSetUp } from "../set-up";
import type { PaymentsValues } from "../forms/payments-values";

interface MethodsListProps {
  control: Control<PaymentsValues>;
  providers: Provider[];
  editable: boolean;
  onConfigure: (provider: Provider) => void;
}

/** The methods in checkout order. */
export function MethodsList({ control, providers, editable, onConfigure }: MethodsListProps) {
  const { fields, move } = useFieldArray({ control, name: "methods" });
  const choices = useWatch({ control, name: "methods" });
  return (
    <Stack component="ol" aria-label={t`Payment methods`} sx={{ listStyle: "none", m: 0, p: 0, gap: 2.5 }}>
      {fields.map((choice, index) => {
        const provider = providers.find(({ id }) => id === choice.provider);
        const offered = provider?.methods.find((method) => method.name === choice.method);
        const name = offered?.label ?? choice.method;
        return (
          <Stack
            component="li"
            key={choice.id}
            sx={{ gap: 1, pt: index === 0 ? 0 : 2.5, borderTop: index === 0 ? 0 : 1, borderColor: "divider" }}
          >
            <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
              <Typography variant="h3" component="h3" sx={{ mr: "auto" }}>
                {name}
              </Typography>
              {provider?.isTest && <Chip size="small" variant="outlined" label={t`Test`} />}
              {provider?.health === "suspended" && (
                <Chip size="small" variant="soft" color="error" label={t`Suspended after errors`} />
              )}
              {editable && (
                <Box sx={{ display: "flex" }}>
                  <MoveButton label={t`Move ${name} up`} blocked={index === 0} onMove={() => move(index, index - 1)}>
                    <ArrowUpward fontSize="small" />
                  </MoveButton>
                  <MoveButton
                    label={t`Move ${name} down`}
                    blocked={index === fields.length - 1}
                    onMove={() => move(index, index + 1)}
                  >
                    <ArrowDownward fontSize="small" />
                  </MoveButton>
                </Box>
              )}
            </Stack>
            {provider && (
              <Typography variant="body2" color="textSecondary">
                {limitsOf(provider)}
              </Typography>
            )}
            <FormSwitch
              control={control}
              name={`methods.${index}.enabled`}
              label={t`Offer ${name}`}
              disabled={!editable}
            />
            <FormTextField
              control={control}
              name={`methods.${index}.label`}
              label={t`Name of ${name} at checkout`}
              help={t`Defaults to “${name}”`}
              {...fieldRules(MethodChoice.entries.label)}
              disabled={!editable}
            />
            {offered?.canSave && (
              <FormSwitch
                control={control}
                name={`methods.${index}.saves`}
                label={t`Customers can save ${name}`}
                help={t`Signed-in customers choose at checkout whether to save it, and pay with it next time. While this is off, what they saved is not offered.`}
                disabled={!editable}
              />
            )}
            {choices[index]?.enabled && provider && !provider.isTest && !isSetUp(provider) && (
              <Alert severity="warning">
                {t`${{ name: provider.name }} is not set up yet: customers who choose it see no account or other payment details.`}
              </Alert>
            )}
            {editable && provider && hasSettings(provider) && (
              <Button variant="text" sx={{ alignSelf: "start" }} onClick={() => onConfigure(provider)}>
                {t`Set up ${{ name: provider.name }}`}
              </Button>
            )}
          </Stack>
        );
      })}
    </Stack>
  );
}

function limitsOf({ name, currencies, countries }: Provider): string {
  const parts = [name];
  if (currencies.length > 0) parts.push(t`for ${{ currencies: currencies.join(", ") }}`);
  if (countries.length > 0) parts.push(t`for customers in ${{ countries: countries.join(", ") }}`);
  return parts.join(", ");
}
