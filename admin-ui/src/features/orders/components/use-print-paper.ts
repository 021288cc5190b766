import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useReadPaperMutation, type Paper } from "../api";

/** Opens a paper of an order in a window of its own; the slip of one parcel when it is named. */
export function usePrintPaper(orderId: string): (paper: Paper, parcel?: string) => Promise<void> {
  const website = useWebsite();
  const toast = useToast();
  const [readPaper] = useReadPaperMutation();
  return async (paper, parcel) => {
    // Opened before the call: later the browser would take it for an unwanted window.
    const page = window.open("", "_blank");
    const outcome = await readPaper({ websiteId: website.id, orderId, paper, ...(parcel === undefined ? {} : { parcel }) });
    if (outcome.error !== undefined || page === null) {
      page?.close();
      toast.say(outcome.error === undefined ? "The browser does not let a new window open." : errorText(outcome.error));
      return;
    }
    const address = URL.createObjectURL(new Blob([outcome.data], { type: "text/html" }));
    page.addEventListener("pagehide", () => URL.revokeObjectURL(address), { once: true });
    page.location.replace(address);
  };
}
