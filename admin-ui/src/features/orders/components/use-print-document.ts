import { t } from "@lingui/core/macro";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useReadPaperMutation, type OrderDocument } from "../api";

/** Opens an invoice or packing slip in a new window; the slip of one parcel if given. */
export function usePrintDocument(orderId: string): (paper: OrderDocument, parcel?: string) => Promise<void> {
  const website = useWebsite();
  const toast = useToast();
  const [readPaper] = useReadPaperMutation();
  return async (paper, parcel) => {
    // Opened before the request: later the browser would block it as a pop-up.
    const page = window.open("", "_blank");
    const outcome = await readPaper({
      websiteId: website.id,
      orderId,
      paper,
      ...(parcel === undefined ? {} : { parcel }),
    });
    if (outcome.error !== undefined || page === null) {
      page?.close();
      toast.error(
        outcome.error === undefined
          ? t`Your browser blocked the new window. Allow pop-ups for this site and try again.`
          : errorText(outcome.error),
      );
      return;
    }
    const address = URL.createObjectURL(new Blob([outcome.data], { type: "text/html" }));
    page.addEventListener("pagehide", () => URL.revokeObjectURL(address), { once: true });
    page.location.replace(address);
  };
}
