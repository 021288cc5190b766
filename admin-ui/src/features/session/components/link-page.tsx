import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { BackToSignIn } from "./back-to-sign-in";
import { NarrowPage } from "./narrow-page";

/** The token behind the `#` of a link, which browsers send to nobody. */
export function useLinkToken(): string {
  const { hash } = useLocation();
  return new URLSearchParams(hash.slice(1)).get("token") ?? "";
}

interface LinkPageProps<Found> {
  title: string;
  /** What the server says of the token. */
  link: { data?: Found | undefined; isLoading: boolean; isError: boolean; error?: unknown };
  children: (found: Found) => ReactNode;
}

/** A page behind the link of a letter: what it opens, or why it opens nothing any more. */
export function LinkPage<Found>({ title, link, children }: LinkPageProps<Found>) {
  return (
    <NarrowPage title={title}>
      {link.isLoading && <Typography role="status">One moment…</Typography>}
      {link.isError && (
        <>
          <Typography variant="h1" gutterBottom>
            This link does not work
          </Typography>
          <Alert severity="error">{errorText(link.error)}</Alert>
          <BackToSignIn />
        </>
      )}
      {link.data !== undefined && children(link.data)}
    </NarrowPage>
  );
}
