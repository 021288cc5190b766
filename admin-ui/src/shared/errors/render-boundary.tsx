import { Component, type ReactNode } from "react";
import { report } from "./report";

interface RenderBoundaryProps {
  /** Which part of the screen it is. */
  name: string;
  /** What stands in its place once it broke. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Keeps a part that cannot be drawn from taking the rest of the screen with it. The error goes to whatever listens for
 * uncaught ones, and a mark into the browser's timeline, where measuring tools find it.
 */
export class RenderBoundary extends Component<RenderBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    report(error);
    performance.mark("render-error", { detail: { part: this.props.name } });
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
