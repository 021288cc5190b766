/** What the page in a frame takes from where the frame stands. */
const taken: Readonly<Record<string, string>> = {
  "--ask-ground": "--panel",
  "--ask-text": "--text",
  "--ask-button": "--accent",
  "--ask-on-button": "--on-accent",
  "--ask-link": "--link",
  "--ask-radius": "--radius-button",
};

/** Gives the page that asks before it loads another service the colours of its section; the service keeps its own. */
export function colourFrame(frame: HTMLIFrameElement): void {
  const colour = (): void => {
    // Of another service's page there is no document; one that is still being read has no root yet.
    const page = frame.contentDocument?.querySelector("html") ?? null;
    if (page === null) return;
    const around = getComputedStyle(frame);
    for (const [name, from] of Object.entries(taken)) page.style.setProperty(name, around.getPropertyValue(from));
  };
  frame.addEventListener("load", colour);
  colour();
}
