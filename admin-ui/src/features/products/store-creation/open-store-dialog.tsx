import { t } from "@lingui/core/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useRef, useState } from "react";
import { CollectionBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { isApiError } from "@/shared/api/api-error";
import { FormDialog } from "@/shared/form/form-dialog";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useCreateCollectionMutation, type Collection } from "../api";
import { useCreateCategoryMutation } from "../categories-api";
import { useLazyGetStoreLayoutQuery, useLinkStoreMutation } from "./api";
import { createStore, noProgress, type StoreCreationCalls } from "./create-store";
import { storeUrlId } from "./store-url";

const fallbackStoreTitle = () => t`Store`;

interface OpenStoreDialogProps {
  stores: readonly Collection[];
  onOpened: (collectionId: string) => void;
  onClose: () => void;
}

function useStoreCreationCalls(): StoreCreationCalls {
  const [createCollection] = useCreateCollectionMutation();
  const [createCategory] = useCreateCategoryMutation();
  const [getLayout] = useLazyGetStoreLayoutQuery();
  const [link] = useLinkStoreMutation();
  return {
    createCollection: (websiteId, collection) => createCollection({ websiteId, collection }).unwrap(),
    createCategory: (websiteId, collectionId, category) =>
      createCategory({ websiteId, collectionId, category }).unwrap(),
    getSiteLayout: (websiteId) => getLayout({ websiteId }).unwrap(),
    updateNavigation: (websiteId, change, revision) => link({ websiteId, change, revision }).unwrap(),
  };
}

/** Creates a store page with its root category, and adds it to the main navigation. */
export function OpenStoreDialog({ stores, onOpened, onClose }: OpenStoreDialogProps) {
  const website = useWebsite();
  const toast = useToast();
  const mayLink = usePermission("navigation", "write");
  const calls = useStoreCreationCalls();
  const progress = useRef(noProgress());
  const [title, setTitle] = useState("");
  const [addToMainNav, setAddToMainNav] = useState(mayLink);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const storeUrls = stores.map(({ urlId }) => urlId);
  const open = async () => {
    setBusy(true);
    setError(null);
    try {
      const templateId = addToMainNav ? (await calls.getSiteLayout(website.id)).templateId : "";
      const input = {
        storeTitle: title,
        addToMainNav,
        fallbackStoreTitle: fallbackStoreTitle(),
        allCategoryDisplayName: t`All`,
        websiteId: website.id,
        templateId,
        isSevenOne: true,
        storeUrls,
      };
      const collectionId = await createStore(input, calls, progress.current);
      toast.success(addToMainNav ? t`Store created` : t`Store created. It is not in a navigation yet.`);
      onOpened(collectionId);
    } catch (failure) {
      const reason = isApiError(failure) || !(failure instanceof Error) ? errorText(failure) : failure.message;
      const begun = progress.current.collectionId !== null;
      setError(begun ? t`${reason} The store page was created but is not complete. Try again to finish it.` : reason);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t`Create a store`}
      intro={t`A store page holds up to 200 products.`}
      error={error}
      submitLabel={t`Create store`}
      busy={busy}
      incomplete={title.trim() === ""}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <TextField
          autoFocus
          label={t`Title`}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          helperText={
            title.trim() === ""
              ? t`Such as Shop`
              : t`Address: /${{ storeUrlId: storeUrlId(title, fallbackStoreTitle(), storeUrls) }}`
          }
          slotProps={{ htmlInput: { maxLength: maxOf(CollectionBody.entries.title) } }}
        />
        <Stack>
          <FormControlLabel
            control={<Switch checked={addToMainNav} onChange={(_, checked) => setAddToMainNav(checked)} />}
            label={t`Add it to the main navigation`}
            disabled={!mayLink}
          />
          {!mayLink && <FormHelperText>{t`Your role cannot change navigations.`}</FormHelperText>}
        </Stack>
      </Stack>
    </FormDialog>
  );
}
