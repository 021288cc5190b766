import type { ReactNode } from "react";

interface AlertProps {
  kind: "info" | "success" | "warning" | "error";
  title?: string;
  children: ReactNode;
}

/** A message announced to screen readers: errors assertively, others politely. */
export function Alert({ kind, title, children }: AlertProps) {
  return (
    <div className="stoa-alert" data-kind={kind} role={kind === "error" ? "alert" : "status"}>
      {title === undefined ? null : <p className="stoa-alert__title">{title}</p>}
      {typeof children === "string" ? <p>{children}</p> : children}
    </div>
  );
}
