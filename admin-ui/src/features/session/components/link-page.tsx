import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { BackToSignIn } from "./back-to-sign-in";
import { NarrowPage } from "./narrow-page";

/** The token in the fragment of a link, which browsers do not send to servers. */
export function useLinkToken(): string {
  const { hash } = useLocation();
  return new URLSearchParams(hash.slice(1)).get("token") ?? "";
}

interface LinkPageProps<Found> {
  title: string;
  /** The server's response for the token. */
  link: { data?: Found | undefined; isLoading: boolean; isError: boolean; error?: unknown };
  children: (found: Found) => ReactNode;
}

/** Target page of a link in an e-mail: its content, or why the link is no longer valid. */
export function LinkPage<Found>({ title, link, children }: LinkPageProps<Found>) {
  return (
    <NarrowPage title={title}>
      {link.isLoading && <Typography role="status">{t`Loading…`}</Typography>}
      {link.isError && (
        <>
          <Typography variant="h1" gutterBottom>
            {t`This link does not work`}
          </Typography>
          <Alert severity="error">{errorText(link.error)}</Alert>
          <BackToSignIn />
        </>
      )}
      {link.data !== undefined && children(link.data)}
    </NarrowPage>
  );
}
