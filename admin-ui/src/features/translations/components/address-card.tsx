import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { fieldErrors } from "@stoa/api/problem";
import { TranslatedAddressChange } from "@stoa/api/rules";
import { useState } from "react";
import { isApiError } from "@/shared/api/api-error";
import { maxOf } from "@/shared/form/field-rules";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import {
  useGetTranslatedAddressQuery,
  useSaveTranslatedAddressMutation,
  type ResourceRef,
  type TranslatedAddress,
} from "../api";

interface AddressCardProps {
  place: ResourceRef;
  /** Whether the texts may be changed. */
  editable: boolean;
}

/** The address of a page, item or product in the language. */
export function AddressCard({ place, editable }: AddressCardProps) {
  const mayPublish = usePermission("content", "publish");
  const found = useGetTranslatedAddressQuery(place, { refetchOnMountOrArgChange: true });
  const [isOpen, setIsOpen] = useState(false);
  const address = found.currentData?.address;
  if (address == null) return null;
  return (
    <Card title={t({ message: "Address", context: "of a page" })}>
      <Typography dir="ltr" sx={{ overflowWrap: "anywhere", mb: 1.5 }}>
        {address.above}
        {address.word ?? address.original}
      </Typography>
      {editable && mayPublish && (
        <Button variant="outlined" color="inherit" onClick={() => setIsOpen(true)}>
          {t`Change the address`}
        </Button>
      )}
      {isOpen && <AddressDialog place={place} address={address} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

interface AddressDialogProps {
  place: ResourceRef;
  address: TranslatedAddress;
  onClose: () => void;
}

function AddressDialog({ place, address, onClose }: AddressDialogProps) {
  const toast = useToast();
  const [save, { isLoading, error }] = useSaveTranslatedAddressMutation();
  const [word, setWord] = useState(address.word ?? "");
  const wrong = isApiError(error) && error.kind === "problem" ? fieldErrors(error.problem)["word"] : undefined;
  const submit = async (): Promise<void> => {
    const answer = await save({ ...place, word: word.trim() === "" ? null : word.trim() });
    if (answer.error !== undefined) return;
    toast.success(t`Address saved`);
    onClose();
  };
  return (
    <FormDialog
      title={t`Address in this language`}
      intro={t`Its former address leads to the new one. Leave it empty to use the original word.`}
      width="sm"
      error={error !== undefined && wrong === undefined ? errorText(error) : null}
      submitLabel={t`Save`}
      busy={isLoading}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <TextField
        label={t({ message: "Address", context: "of a page" })}
        value={word}
        placeholder={address.original}
        dir="ltr"
        fullWidth
        sx={{ mt: 1 }}
        error={wrong !== undefined}
        helperText={wrong ?? t`Lower-case letters, digits and hyphens`}
        onChange={(event) => setWord(event.target.value)}
        slotProps={{
          htmlInput: { maxLength: maxOf(TranslatedAddressChange.entries.word), lang: place.language },
          input: { startAdornment: <InputAdornment position="start">{address.above}</InputAdornment> },
        }}
      />
    </FormDialog>
  );
}
