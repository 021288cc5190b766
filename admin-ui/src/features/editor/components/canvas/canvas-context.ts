import { createContext, useContext, type RefObject } from "react";
import { useValue, type ValueStore } from "@/shared/hooks/value-store";
import type { EditorMessage, PageLayout } from "./frame/messages";
import type { Dragged, DropSpot, Point } from "./geometry";

/** Scroll position and scale of the page on the screen. */
export interface CanvasView {
  layout: PageLayout;
  /** Scroll offset in page pixels. */
  scroll: Point;
  /** Screen pixels per page pixel. */
  scale: number;
  /** The frame's element. */
  element: HTMLElement | null;
  /** Moves the keyboard focus to the canvas. */
  focus: () => void;
  /** Sends a message to the frame. */
  send: (message: EditorMessage) => void;
}

interface CanvasSpace {
  view: RefObject<CanvasView>;
  /** Updates the scroll position, scale or element. */
  update: (change: Partial<CanvasView>) => void;
  dragged: Dragged | null;
  spots: ValueStore<DropSpot | null>;
}

export const CanvasContext = createContext<CanvasSpace | null>(null);

export function useCanvasSpace(): CanvasSpace {
  const space = useContext(CanvasContext);
  if (space === null) throw new Error("no drag provider around the canvas");
  return space;
}

/** The current drop target of the drag. */
export function useDropSpot(): DropSpot | null {
  return useValue(useCanvasSpace().spots, (spot) => spot);
}
