import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  useSensor,
  useSensors,
  type Announcements,
  type KeyboardCoordinateGetter,
} from "@dnd-kit/core";
import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useValue, valueStore, type ValueStore } from "@/shared/hooks/value-store";
import { useCommands } from "../../hooks/use-commands";
import { useBlockKinds } from "../block-kinds";
import { scrollOutline, spotInOutline } from "../outline/drop-in-outline";
import { BoundarySensor } from "./boundary-sensor";
import { CanvasContext, type CanvasView } from "./canvas-context";
import {
  dropSpots,
  nearestSpot,
  emptyLayout,
  onScreen,
  visibleSpots,
  indexOfSpot,
  type Dragged,
  type DropSpot,
  type Point,
  type VisibleSpot,
} from "./geometry";
import type { PageLayout } from "./frame/messages";

/** Distance from the upper or lower edge at which the page auto-scrolls, in screen pixels. */
const edge = 56;
const scrollStep = 14;
/** Height of one line of a wheel event in line mode, in screen pixels. */
const lineStep = 16;

const pointer = { activationConstraint: { distance: 6 } };
const keyboardCodes = { start: ["Space"], cancel: ["Escape"], end: ["Space", "Enter"] };

interface Drag {
  dragged: Dragged;
  label: string;
  byKeyboard: boolean;
  /** Where the drag began on the screen: at the pointer or at the handle. */
  start: Point;
  /** Current pointer position on the screen. */
  point: Point | null;
  spots: DropSpot[];
  seen: VisibleSpot[];
  /** The layout that the drop targets were computed from. */
  layout: PageLayout | null;
  spot: DropSpot | null;
}

function startOf(event: Event): Point {
  if (event instanceof PointerEvent) return { x: event.clientX, y: event.clientY };
  const handle = event.target instanceof Element ? event.target.getBoundingClientRect() : { x: 0, y: 0 };
  return { x: handle.x, y: handle.y };
}

function pointIn(view: CanvasView, { x, y }: Point): Point | null {
  const bounds = view.element?.getBoundingClientRect();
  if (!bounds || x < bounds.left || x > bounds.right || y < bounds.top || y > bounds.bottom) return null;
  return { x: (x - bounds.left) / view.scale + view.scroll.x, y: (y - bounds.top) / view.scale + view.scroll.y };
}

/** Drag-and-drop context of the canvas and of everything that can be dragged onto it. */
export function DragProvider({ children }: { children: ReactNode }) {
  const commands = useCommands();
  const kinds = useBlockKinds();
  const view = useRef<CanvasView>({
    layout: emptyLayout,
    scroll: { x: 0, y: 0 },
    scale: 1,
    element: null,
    focus: () => undefined,
    send: () => undefined,
  });
  const drag = useRef<Drag | null>(null);
  const [shown, setShown] = useState<Pick<Drag, "dragged" | "label"> | null>(null);
  const [spots] = useState(() => valueStore<DropSpot | null>(null));
  const [said] = useState(() => valueStore(""));
  const chip = useRef<HTMLDivElement>(null);

  const showSpot = useCallback(
    (spot: DropSpot | null) => {
      const { current } = drag;
      if (current === null || current.spot === spot) return;
      current.spot = spot;
      spots.set(spot);
      said.set(spot === null ? t`It cannot be dropped here` : t`To ${{ label: spot.label }}`);
    },
    [spots, said],
  );

  const moveChip = useCallback(({ x, y }: Point) => {
    const start = drag.current?.start;
    if (chip.current !== null && start !== undefined)
      chip.current.style.translate = t`${{ value: x - start.x }}px ${{ value2: y - start.y }}px`;
  }, []);

  const refreshSpots = useCallback(
    (current: Drag) => {
      const { layout } = view.current;
      if (current.layout === layout) return;
      current.layout = layout;
      current.spots = dropSpots(commands.read()?.document ?? { version: 1, sections: [] }, layout, current.dragged);
      current.seen = visibleSpots(current.spots, layout);
    },
    [commands],
  );

  const followPointer = useCallback(() => {
    const { current } = drag;
    if (current === null || current.byKeyboard || current.point === null) return;
    refreshSpots(current);
    const point = pointIn(view.current, current.point);
    if (point !== null) return showSpot(nearestSpot(current.seen, point));
    const document = commands.read()?.document;
    showSpot(document === undefined ? null : spotInOutline(document, current.spots, current.dragged, current.point));
  }, [commands, refreshSpots, showSpot]);

  const isDragging = shown !== null;
  useEffect(() => {
    if (!isDragging) return undefined;
    let frame = 0;
    const step = () => {
      const bounds = view.current.element?.getBoundingClientRect();
      const point = drag.current?.point;
      const line = drag.current?.byKeyboard === true ? drag.current.spot?.line : null;
      if (point) moveChip(point);
      else if (line && bounds) {
        const { x, y } = onScreen(line, view.current.scroll, view.current.scale);
        moveChip({ x: bounds.left + x, y: bounds.top + y });
      }
      if (bounds && point && pointIn(view.current, point) !== null) {
        if (point.y < bounds.top + edge) view.current.send({ type: "scrollBy", y: -scrollStep });
        else if (point.y > bounds.bottom - edge) view.current.send({ type: "scrollBy", y: scrollStep });
      } else if (point) scrollOutline(point, edge, scrollStep);
      followPointer();
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    // The distance reported by the library also includes scrolling of the handle's container.
    const note = ({ clientX, clientY }: PointerEvent) => {
      if (drag.current?.byKeyboard === false) drag.current.point = { x: clientX, y: clientY };
    };
    // During a drag the frame does not receive wheel events.
    const roll = ({ clientX, clientY, deltaY, deltaMode }: WheelEvent) => {
      if (pointIn(view.current, { x: clientX, y: clientY }) === null) return;
      const step = deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * lineStep : deltaY;
      view.current.send({ type: "scrollBy", y: step / view.current.scale });
    };
    window.addEventListener("pointermove", note);
    window.addEventListener("wheel", roll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("pointermove", note);
      window.removeEventListener("wheel", roll);
    };
  }, [isDragging, followPointer, moveChip]);

  const byKeyboard: KeyboardCoordinateGetter = useCallback(
    (event) => {
      const { current } = drag;
      const aside = view.current.layout.rightToLeft ? -1 : 1;
      const step = ({ ArrowDown: 1, ArrowRight: aside, ArrowUp: -1, ArrowLeft: -aside } as Record<string, number>)[
        event.code
      ];
      if (current === null || step === undefined) return undefined;
      event.preventDefault();
      const { seen, spot } = current;
      const before = indexOfSpot(spot, seen);
      const next = seen[Math.min(Math.max(before + step, 0), seen.length - 1)];
      const { element, scale, scroll, send } = view.current;
      if (next === undefined || element === null) return undefined;
      showSpot(next);
      const bounds = element.getBoundingClientRect();
      const { y } = onScreen(next.line, scroll, scale);
      if (y < edge || y > bounds.height - edge) send({ type: "scrollBy", y: (y - bounds.height / 2) / scale });
      // For a target position the library would scroll the handle's container.
      return undefined;
    },
    [showSpot],
  );

  // New options would create new sensors, and every draggable would re-render.
  const keyboard = useMemo(() => ({ coordinateGetter: byKeyboard, keyboardCodes }), [byKeyboard]);
  const sensors = useSensors(useSensor(BoundarySensor, pointer), useSensor(KeyboardSensor, keyboard));

  /** Announcement of the last drop; empty if nothing was moved. */
  const droppedAt = useRef("");
  const announcements = useMemo<Announcements>(() => {
    return {
      onDragStart: ({ active }) =>
        t`Picked up ${{ label: String(active.data.current?.["label"]) }}. Move it with the arrow keys, drop it with space, or cancel with escape.`,
      onDragOver: () => undefined,
      onDragEnd: ({ active }) =>
        droppedAt.current === ""
          ? t`Nothing was moved`
          : t`${{ label: String(active.data.current?.["label"]) }} is now at ${{ droppedAt: droppedAt.current }}`,
      onDragCancel: () => t`Nothing was moved`,
    };
  }, []);

  const leave = () => {
    drag.current = null;
    setShown(null);
    spots.set(null);
    said.set("");
  };

  const finish = () => {
    const { current } = drag;
    followPointer();
    leave();
    const spot = current?.spot ?? null;
    droppedAt.current = spot?.label ?? "";
    if (current === null || spot === null) return;
    const { dragged } = current;
    switch (dragged.type) {
      case "block":
        return commands.moveTo(dragged.id, spot);
      case "section":
        return spot.kind === "section" ? commands.moveSectionTo(dragged.id, spot.index) : undefined;
      case "kind": {
        const kind = kinds.find(dragged.kind);
        if (kind !== null) commands.put(kind, dragged.settings ?? kind.defaultSettings, spot);
      }
    }
  };

  const update = useCallback((change: Partial<CanvasView>) => {
    view.current = { ...view.current, ...change };
  }, []);
  const context = useMemo(() => ({ view, update, spots, dragged: shown?.dragged ?? null }), [update, spots, shown]);
  return (
    <DndContext
      sensors={sensors}
      autoScroll={false}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t`Press space to pick it up and move it with the arrow keys.` },
      }}
      onDragStart={({ active, activatorEvent }) => {
        const data = active.data.current as { dragged: Dragged; label: string };
        const byKeyboard = activatorEvent instanceof KeyboardEvent;
        const start = startOf(activatorEvent);
        const current: Drag = {
          ...data,
          byKeyboard,
          start,
          point: null,
          spots: [],
          seen: [],
          layout: null,
          spot: null,
        };
        refreshSpots(current);
        drag.current = current;
        setShown(data);
      }}
      onDragEnd={finish}
      onDragCancel={leave}
    >
      <CanvasContext.Provider value={context}>{children}</CanvasContext.Provider>
      <DragOverlay dropAnimation={null}>
        {shown !== null && (
          <Chip
            ref={chip}
            color="primary"
            label={shown.label}
            sx={{ width: "max-content", maxWidth: 280, boxShadow: 3, cursor: "grabbing" }}
          />
        )}
      </DragOverlay>
      <DropAnnouncement words={said} />
    </DndContext>
  );
}

/** Announces the current drop target to screen readers. */
function DropAnnouncement({ words }: { words: ValueStore<string> }) {
  return (
    <Box role="status" aria-live="assertive" sx={visuallyHidden}>
      {useValue(words, (said) => said)}
    </Box>
  );
}
