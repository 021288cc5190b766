/** Style of an icon that points along the line, such as an arrow: it points the other way in right-to-left languages. */
export const mirrored = { "[dir=rtl] &": { transform: "scaleX(-1)" } } as const;
