/** Marble and verdigris: cool stone neutrals, one green of weathered bronze, ochre for attention. */
export const light = {
  ink: "#17211d",
  inkSoft: "#515d57",
  stone: "#eceeea",
  stoneRaised: "#f6f7f4",
  paper: "#ffffff",
  line: "#d9ddd7",
  verdigris: "#0e5e50",
  verdigrisDeep: "#0a463c",
  verdigrisPale: "#3d8c7d",
  ochre: "#8f5200",
  moss: "#1f6b3f",
  brick: "#a8281c",
  slate: "#2d5a80",
};

export const dark = {
  ink: "#e8ede9",
  inkSoft: "#a3b0a9",
  stone: "#0f1412",
  stoneRaised: "#131917",
  paper: "#1a211e",
  line: "#2d3733",
  verdigris: "#74cbb6",
  verdigrisDeep: "#4fae98",
  verdigrisPale: "#9adccb",
  ochre: "#e9b165",
  moss: "#7fcf9b",
  brick: "#f2958a",
  slate: "#93bfe3",
};

export const fontFamily = '"Geist Variable", "Helvetica Neue", Arial, sans-serif';
