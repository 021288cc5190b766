/** The widest screen that counts as a mobile one, CSS pixels. */
export const mobileMaxWidth = 432;
/** The narrowest that counts as a desktop. */
export const desktopMinWidth = mobileMaxWidth + 1;

export const mobileScreen = `(max-width: ${mobileMaxWidth}px)`;
