/** Maximum width of a mobile screen, in CSS pixels. */
export const mobileMaxWidth = 432;
/** Minimum width of a desktop screen. */
export const desktopMinWidth = mobileMaxWidth + 1;

export const mobileScreen = `(max-width: ${mobileMaxWidth}px)`;
