import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";

interface CardProps {
  title?: string;
  action?: ReactNode;
  children: ReactNode;
  /** Content without padding: tables and lists. */
  flush?: boolean;
}

export function Card({ title, action, children, flush = false }: CardProps) {
  const headingId = useId();
  return (
    <Paper
      variant="card"
      component="section"
      aria-labelledby={title ? headingId : undefined}
      sx={{ overflow: "hidden" }}
    >
      {title && (
        <Stack
          direction="row"
          sx={{ px: 2.5, pt: 2, pb: flush ? 1.5 : 0, gap: 1, alignItems: "center", justifyContent: "space-between" }}
        >
          <Typography variant="h2" id={headingId}>
            {title}
          </Typography>
          {action}
        </Stack>
      )}
      {flush ? children : <Box sx={{ px: 2.5, py: 2 }}>{children}</Box>}
    </Paper>
  );
}
