function visit(): PerformanceNavigationTiming | null {
  const [entry] = performance.getEntriesByType("navigation");
  return entry === undefined ? null : (entry as PerformanceNavigationTiming);
}

/** Whether the visitor came by Back, Forward or Reload. */
export function isReturning(): boolean {
  const type = visit()?.type;
  return type === "back_forward" || type === "reload";
}

/** Whether the server redirected the visitor here from another URL of the site. */
export function wasRedirected(): boolean {
  return (visit()?.redirectCount ?? 0) > 0;
}
