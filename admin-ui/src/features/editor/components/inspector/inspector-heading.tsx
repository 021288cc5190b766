import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { memo } from "react";

/** Heading of the inspector, with a line below it. */
export const InspectorHeading = memo(function InspectorHeading({ title, detail }: { title: string; detail?: string }) {
  return (
    <Box sx={{ mb: 2 }}>
      <Typography variant="h2">{title}</Typography>
      {detail && (
        <Typography variant="caption" color="textSecondary">
          {detail}
        </Typography>
      )}
    </Box>
  );
});
