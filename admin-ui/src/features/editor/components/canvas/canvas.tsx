import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import { memo, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { areaScreen } from "@/shared/areas/addresses";
import { useSize } from "@/shared/hooks/use-size";
import { useWebsite } from "@/shared/session/hooks";
import { ErrorState } from "@/shared/ui/states";
import type { Device } from "../devices/device";
import { useCommands } from "../../hooks/use-commands";
import { useOpenPage } from "../../hooks/use-open-page";
import { useOpenPreview } from "../../hooks/use-open-preview";
import { useCanvasSpace } from "./canvas-context";
import type { FrameMessage, PageLayout, PointerReport } from "./frame/messages";
import { emptyLayout, type Point } from "./geometry";
import { Overlay } from "./overlay";
import { PreviewFrame } from "./preview-frame";
import { usePressInFrame } from "./use-press-in-frame";
import { useTextEditing } from "./use-text-editing";

/** Page widths per device, in CSS pixels. */
const deviceWidths: Record<Device, number> = { desktop: 1280, tablet: 820, phone: 390 };

interface CanvasProps {
  device: Device;
  /** Number of open comments per block. */
  marks: Map<string, number>;
  onMark: () => void;
  onAddBlock: () => void;
  onAddSection: () => void;
  onEditSettings: () => void;
}

/** The page as visitors will see it, scaled to the available space, with the editing overlay. */
export const Canvas = memo(function Canvas({ device, ...actions }: CanvasProps) {
  const [room, size] = useSize();
  const wanted = deviceWidths[device];
  const width = device === "desktop" ? Math.max(wanted, size.width) : wanted;
  const scale = size.width === 0 ? 1 : Math.min(1, size.width / width);
  return (
    <Box
      ref={room}
      data-device={device}
      sx={{
        position: "relative",
        flex: 1,
        minHeight: 0,
        minWidth: 0,
        overflow: "hidden",
        display: "flex",
        justifyContent: "center",
        borderRadius: { md: 2 },
        bgcolor: device === "desktop" ? "common.white" : "transparent",
        boxShadow: device === "desktop" ? "0 1px 3px rgb(0 0 0 / 12%), 0 12px 32px -20px rgb(0 0 0 / 40%)" : "none",
      }}
    >
      <Sheet scale={scale} width={width} height={scale === 0 ? 0 : size.height / scale} {...actions} />
    </Box>
  );
});

/** The page, or why it cannot be shown. */
function Sheet(props: StageProps) {
  const isDrawn = useOpenPreview((preview) => preview !== null && preview.html !== null);
  const isBusy = useOpenPreview((preview) => preview?.busy === true);
  const failed = useOpenPreview((preview) => (preview?.html === null && preview.failure !== null ? preview : null));
  if (failed !== null) return <ErrorState error={failed.failure} onRetry={failed.retry} />;
  return (
    <>
      {isBusy && (
        <LinearProgress aria-hidden sx={{ position: "absolute", zIndex: 3, top: 0, left: 0, right: 0, height: 2 }} />
      )}
      <Box
        style={{ width: props.width * props.scale }}
        sx={{
          position: "relative",
          height: "100%",
          flexShrink: 0,
          overflow: "hidden",
          bgcolor: "common.white",
          borderRadius: { md: 2 },
        }}
      >
        {isDrawn && <Stage {...props} />}
      </Box>
    </>
  );
}

interface StageProps extends Omit<CanvasProps, "device"> {
  scale: number;
  /** In page pixels. */
  width: number;
  height: number;
}

function Stage({ scale, width, height, marks, onMark, onAddBlock, onAddSection, onEditSettings }: StageProps) {
  const { view, update } = useCanvasSpace();
  const selection = useOpenPage(({ selection }) => selection);
  const { select } = useCommands();
  const overlay = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<PageLayout>(emptyLayout);
  const [scroll, setScroll] = useState<Point>({ x: 0, y: 0 });
  const [hovered, setHovered] = useState<string | null>(null);
  const [hoveredArea, setHoveredArea] = useState<string | null>(null);
  const website = useWebsite();
  const navigate = useNavigate();
  const textEditing = useTextEditing(onEditSettings);
  const press = usePressInFrame(overlay, scale);

  useEffect(() => {
    update({ scale, focus: () => overlay.current?.focus({ preventScroll: true }) });
  }, [update, scale]);

  const selectedId = selection.type === "page" ? null : selection.id;
  if (textEditing.editing !== null && textEditing.editing.blockId !== selectedId) textEditing.close();
  useEffect(() => {
    if (selectedId !== null) view.current.send({ type: "show", id: selectedId });
  }, [view, selectedId]);

  const onPointer = (pointer: PointerReport) => {
    const { phase, blockId, sectionId, areaId } = pointer;
    if (press(pointer)) return;
    if (phase === "move" || phase === "leave") {
      setHovered(phase === "move" ? blockId : null);
      setHoveredArea(phase === "move" ? areaId : null);
    }
    if (areaId !== null) {
      if (phase === "click") void navigate(areaScreen(website.id, areaId));
      return;
    }
    if (phase === "click") {
      select(
        blockId !== null
          ? { type: "block", id: blockId }
          : sectionId !== null
            ? { type: "section", id: sectionId }
            : { type: "page" },
      );
      textEditing.close();
      view.current.focus();
    }
    if (phase === "double" && blockId !== null) {
      select({ type: "block", id: blockId });
      textEditing.open(blockId, pointer.texts);
    }
  };

  const onMessage = (message: FrameMessage) => {
    switch (message.type) {
      case "ready":
        return;
      case "layout":
        update({ layout: message.layout });
        return setLayout(message.layout);
      case "scroll":
        update({ scroll: { x: message.x, y: message.y } });
        return setScroll({ x: message.x, y: message.y });
      case "pointer":
        return onPointer(message.pointer);
      case "text":
        return textEditing.place(message.turn, message.box);
      case "key": {
        const { key, alt, ctrl, meta, shift } = message.key;
        const pressed = {
          key,
          altKey: alt,
          ctrlKey: ctrl,
          metaKey: meta,
          shiftKey: shift,
          bubbles: true,
          cancelable: true,
        };
        overlay.current?.dispatchEvent(new KeyboardEvent("keydown", pressed));
      }
    }
  };

  return (
    <>
      <div style={{ width, height, transform: `scale(${scale})`, transformOrigin: "0 0" }}>
        <PreviewFrame onMessage={onMessage} />
      </div>
      <Overlay
        ref={overlay}
        layout={layout}
        scroll={scroll}
        scale={scale}
        height={height * scale}
        hovered={hovered}
        hoveredArea={hoveredArea}
        textEditing={textEditing}
        marks={marks}
        onMark={onMark}
        onAddBlock={onAddBlock}
        onAddSection={onAddSection}
        onEditSettings={onEditSettings}
      />
    </>
  );
}
