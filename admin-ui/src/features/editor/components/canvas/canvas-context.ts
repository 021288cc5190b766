import { createContext, useContext, type RefObject } from "react";
import { useValue, type ValueStore } from "@/shared/hooks/value-store";
import type { EditorMessage, PageLayout } from "./frame/messages";
import type { Dragged, DropSpot, Point } from "./geometry";

/** How the page lies on the screen at this moment. */
export interface CanvasView {
  layout: PageLayout;
  /** How far the page is scrolled, in its pixels. */
  scroll: Point;
  /** Pixels of the screen for one of the page. */
  scale: number;
  /** The frame's element. */
  element: HTMLElement | null;
  /** Brings the keyboard to the canvas. */
  focus: () => void;
  /** Tells the frame something. */
  send: (message: EditorMessage) => void;
}

interface CanvasSpace {
  view: RefObject<CanvasView>;
  /** Notes how the page lies on the screen now. */
  update: (change: Partial<CanvasView>) => void;
  dragged: Dragged | null;
  spots: ValueStore<DropSpot | null>;
}

export const CanvasContext = createContext<CanvasSpace | null>(null);

export function useCanvasSpace(): CanvasSpace {
  const space = useContext(CanvasContext);
  if (space === null) throw new Error("the canvas stands in no drag space");
  return space;
}

/** Where what is dragged would go now. */
export function useDropSpot(): DropSpot | null {
  return useValue(useCanvasSpace().spots, (spot) => spot);
}
