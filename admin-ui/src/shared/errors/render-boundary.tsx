import { Component, type ReactNode } from "react";
import { report } from "./report";

interface RenderBoundaryProps {
  /** Name of the part of the screen. */
  name: string;
  /** Rendered instead of the part after an error. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Error boundary for a part of the screen. The error is passed to the global error handler and recorded as a mark in
 * the browser's performance timeline for measuring tools.
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
