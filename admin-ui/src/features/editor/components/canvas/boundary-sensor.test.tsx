import { DndContext, useDraggable, useSensor, useSensors } from "@dnd-kit/core";
import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { BoundarySensor } from "./boundary-sensor";

const pointer = { activationConstraint: { distance: 6 } };

function Handle() {
  const { setNodeRef, listeners, attributes } = useDraggable({ id: "text" });
  return (
    <button ref={setNodeRef} {...listeners} {...attributes}>
      Drag
    </button>
  );
}

interface BoardProps {
  onStart: () => void;
  onEnd: () => void;
}

function Board({ onStart, onEnd }: BoardProps) {
  const sensors = useSensors(useSensor(BoundarySensor, pointer));
  return (
    <DndContext sensors={sensors} onDragStart={onStart} onDragEnd={onEnd}>
      <Handle />
    </DndContext>
  );
}

test("a drag that is over before React renders its start by itself has an end", () => {
  const [started, ended] = [vi.fn(), vi.fn()];
  render(<Board onStart={started} onEnd={ended} />);
  const handle = screen.getByRole("button", { name: "Drag" });
  const finger = (type: string, clientY: number) =>
    handle.dispatchEvent(new PointerEvent(type, { clientY, isPrimary: true, bubbles: true, cancelable: true }));
  // What React renders by itself waits for the end of `act`.
  act(() => {
    finger("pointerdown", 0);
    finger("pointermove", 40);
    finger("pointerup", 40);
  });
  expect(started).toHaveBeenCalledOnce();
  expect(ended).toHaveBeenCalledOnce();
});
