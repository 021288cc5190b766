import Alert from "@mui/material/Alert";
import Snackbar from "@mui/material/Snackbar";
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react";

interface Toast {
  text: string;
  tone: "success" | "error";
}

interface Toaster {
  success: (text: string) => void;
  error: (text: string) => void;
}

const ToasterContext = createContext<Toaster | null>(null);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null);
  const [open, setOpen] = useState(false);
  const show = useCallback((next: Toast) => {
    setToast(next);
    setOpen(true);
  }, []);
  const toaster = useMemo<Toaster>(
    () => ({ success: (text) => show({ text, tone: "success" }), error: (text) => show({ text, tone: "error" }) }),
    [show],
  );
  return (
    <ToasterContext value={toaster}>
      {children}
      <Snackbar
        open={open}
        autoHideDuration={4500}
        onClose={(_, reason) => {
          if (reason !== "clickaway") setOpen(false);
        }}
        anchorOrigin={{ vertical: "bottom", horizontal: "center" }}
      >
        <Alert variant="filled" severity={toast?.tone ?? "success"} onClose={() => setOpen(false)}>
          {toast?.text}
        </Alert>
      </Snackbar>
    </ToasterContext>
  );
}

/** Notifications for actions without a form or dialog to report the outcome. */
export function useToast(): Toaster {
  const toaster = useContext(ToasterContext);
  if (toaster === null) throw new Error("no toast provider");
  return toaster;
}
