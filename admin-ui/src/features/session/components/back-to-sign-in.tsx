import { t } from "@lingui/core/macro";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";

/** Link back to the sign-in page. */
export function BackToSignIn() {
  return (
    <Typography variant="body2" sx={{ mt: 3 }}>
      <Link component={RouterLink} to="/sign-in">
        {t`Back to sign-in`}
      </Link>
    </Typography>
  );
}
