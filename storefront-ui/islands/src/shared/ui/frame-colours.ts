/** Custom properties of a framed page and the styles they are copied from. */
const taken: Readonly<Record<string, string>> = {
  "--ask-ground": "--panel",
  "--ask-text": "--text",
  "--ask-button": "--accent",
  "--ask-on-button": "--on-accent",
  "--ask-link": "--link",
  "--ask-radius": "--radius-button",
};

/** Applies the section's colours to the consent page in a frame; the external service keeps its own. */
export function colourFrame(frame: HTMLIFrameElement): void {
  const colour = (): void => {
    // A cross-origin page has no accessible document; one that is still loading has no root element yet.
    const page = frame.contentDocument?.querySelector("html") ?? null;
    if (page === null) return;
    const around = getComputedStyle(frame);
    for (const [name, from] of Object.entries(taken)) page.style.setProperty(name, around.getPropertyValue(from));
  };
  frame.addEventListener("load", colour);
  colour();
}
