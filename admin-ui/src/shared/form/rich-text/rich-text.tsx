import Skeleton from "@mui/material/Skeleton";
import { lazy, Suspense } from "react";
import type { RichTextEditorProps } from "./rich-text-editor";

const RichTextEditor = lazy(() => import("./rich-text-editor"));

/** Rich-text editor, loaded lazily. */
export function RichText(props: RichTextEditorProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={150} />}>
      <RichTextEditor {...props} />
    </Suspense>
  );
}
