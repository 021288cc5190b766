import Typography from "@mui/material/Typography";
import Box from "@mui/material/Box";
import { memo, useCallback } from "react";
import { findBlock, findSection } from "../../document/find";
import { useDraft, useOpen } from "../../hooks/use-open-page";
import { useTemplateErrors } from "../../hooks/use-open-preview";
import { BlockInspector } from "./block-inspector";
import { PageInspector } from "./page-inspector";
import { SectionInspector } from "./section-inspector";

interface InspectorProps {
  onOpen: (beside: "move" | "share") => void;
}

/** The settings of what is selected. */
export const Inspector = memo(function Inspector({ onOpen }: InspectorProps) {
  const errors = useTemplateErrors();
  const selection = useOpen(({ selection }) => selection);
  const { document } = useDraft();
  const moveAway = useCallback(() => onOpen("move"), [onOpen]);
  switch (selection.type) {
    case "block": {
      const found = findBlock(document, selection.id);
      if (found !== null) return <BlockInspector key={selection.id} block={found.block} errors={errors} onMoveAway={moveAway} />;
      break;
    }
    case "section": {
      const found = findSection(document, selection.id);
      if (found !== null) return <SectionInspector section={found.section} index={found.index} onMoveAway={moveAway} />;
      break;
    }
    case "page":
      break;
  }
  return <PageInspector errors={errors.filter(({ blockId }) => blockId === null || blockId === undefined)} onShare={() => onOpen("share")} />;
});

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
