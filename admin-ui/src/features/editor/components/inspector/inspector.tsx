import { memo, useCallback } from "react";
import { findBlock, findSection } from "../../document/find";
import { useDraft, useOpenPage } from "../../hooks/use-open-page";
import { useTemplateErrors } from "../../hooks/use-open-preview";
import { BlockInspector } from "./block-inspector";
import { PageInspector } from "./page-inspector";
import { SectionInspector } from "./section-inspector";

interface InspectorProps {
  onOpen: (beside: "move" | "share") => void;
}

/** Settings of the selection. */
export const Inspector = memo(function Inspector({ onOpen }: InspectorProps) {
  const errors = useTemplateErrors();
  const selection = useOpenPage(({ selection }) => selection);
  const { document } = useDraft();
  const moveAway = useCallback(() => onOpen("move"), [onOpen]);
  switch (selection.type) {
    case "block": {
      const found = findBlock(document, selection.id);
      if (found !== null)
        return <BlockInspector key={selection.id} block={found.block} errors={errors} onMoveAway={moveAway} />;
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
  return (
    <PageInspector
      errors={errors.filter(({ blockId }) => blockId === null || blockId === undefined)}
      onShare={() => onOpen("share")}
    />
  );
});
