/** Two columns of cards where they fit. */
export const cardGrid = {
  listStyle: "none",
  m: 0,
  p: 0,
  display: "grid",
  gap: 2,
  gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" },
} as const;
