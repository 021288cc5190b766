import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";

/** The way back for who came to the wrong page, or is done with it. */
export function BackToSignIn() {
  return (
    <Typography variant="body2" sx={{ mt: 3 }}>
      <Link component={RouterLink} to="/sign-in">
        Back to the sign-in
      </Link>
    </Typography>
  );
}
