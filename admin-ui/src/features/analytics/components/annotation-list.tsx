import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import AddCommentOutlined from "@mui/icons-material/AddCommentOutlined";
import { useState } from "react";
import { usePermission } from "@/shared/session/hooks";
import type { Annotation } from "../api";
import { formatLocalDay } from "../figures";
import { AnnotationDialog } from "./annotation-dialog";

/** The button that adds a note, for those who may. */
export function AddAnnotation() {
  const mayWrite = usePermission("analytics", "write");
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button size="small" color="inherit" startIcon={<AddCommentOutlined />} onClick={() => setOpen(true)}>
        {t`Add a note`}
      </Button>
      {isOpen && <AnnotationDialog annotation={null} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The notes of the days that the chart shows. */
export function AnnotationList({ annotations }: { annotations: readonly Annotation[] }) {
  const mayWrite = usePermission("analytics", "write");
  const [edited, setEdited] = useState<Annotation | null>(null);
  if (annotations.length === 0) return null;
  return (
    <Stack component="ul" aria-label={t`Notes`} sx={{ m: 0, mt: 1, p: 0, gap: 0.5 }}>
      {annotations.map((annotation) => (
        <Box key={annotation.id} component="li" sx={{ listStyle: "none" }}>
          <Typography variant="body2" component="span">
            <Box component="span" sx={{ color: "text.secondary", mr: 1 }}>
              {formatLocalDay(annotation.day)}
            </Box>
            {mayWrite ? (
              <Link
                component="button"
                color="textPrimary"
                onClick={() => setEdited(annotation)}
                sx={{ font: "inherit" }}
              >
                {annotation.text}
              </Link>
            ) : (
              annotation.text
            )}
          </Typography>
        </Box>
      ))}
      {edited !== null && <AnnotationDialog annotation={edited} onClose={() => setEdited(null)} />}
    </Stack>
  );
}
