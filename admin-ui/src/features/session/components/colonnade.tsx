import Box from "@mui/material/Box";

const columns = [60, 220, 380, 540, 700, 860];

/** Illustration beside the sign-in form: a colonnade. */
export function Colonnade() {
  return (
    <Box
      component="svg"
      viewBox="0 0 960 1000"
      preserveAspectRatio="xMidYMid slice"
      sx={{ position: "absolute", inset: 0, width: "100%", height: "100%", color: "primary.main" }}
    >
      <defs>
        <linearGradient id="shaft" x1="0" x2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.92" />
          <stop offset="0.42" stopColor="currentColor" stopOpacity="0.62" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0.98" />
        </linearGradient>
        <linearGradient id="shadow" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.34" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0.04" />
        </linearGradient>
      </defs>
      <rect width="960" height="1000" fill="currentColor" opacity="0.1" />
      {columns.map((x) => (
        <polygon key={x} points={`${x},800 ${x + 74},800 ${x + 250},1000 ${x + 120},1000`} fill="url(#shadow)" />
      ))}
      <rect y="800" width="960" height="3" fill="currentColor" opacity="0.45" />
      {columns.map((x) => (
        <g key={x}>
          <path d={`M${x + 4} 800 L${x + 9} 232 H${x + 65} L${x + 70} 800 Z`} fill="url(#shaft)" />
          {[20, 32, 44, 56].map((flute) => (
            <line
              key={flute}
              x1={x + flute - 1.5}
              y1={244}
              x2={x + flute - 1.5}
              y2={788}
              stroke="currentColor"
              strokeWidth="2.5"
              opacity="0.35"
            />
          ))}
          <path d={`M${x - 8} 206 H${x + 82} L${x + 67} 234 H${x + 7} Z`} fill="currentColor" />
          <rect x={x - 6} y="786" width="86" height="16" fill="currentColor" />
        </g>
      ))}
      <rect y="150" width="960" height="56" fill="currentColor" />
      <rect y="128" width="960" height="14" fill="currentColor" opacity="0.7" />
    </Box>
  );
}
