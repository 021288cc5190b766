import { element } from "@/shared/ui/elements";

/** Adds native sharing and copying to the links, which work without script. */
export function mountShare(place: HTMLElement): void {
  const { shareTitle: title = "", shareUrl: url = location.href } = place.dataset;
  const status = element("p", "stoa-share__status", "", { role: "status" });
  const item = (label: string, run: () => Promise<string>): HTMLElement => {
    const line = element("li", "");
    const button = element("button", "", label, { type: "button" });
    button.addEventListener("click", () => {
      void run().then((said) => {
        status.textContent = said;
      });
    });
    line.append(button);
    return line;
  };
  const list = place.querySelector("ul");
  if (list === null) return;
  // Browsers without the share sheet, and pages without a secure context, have neither.
  const { share, clipboard } = navigator as Partial<Navigator>;
  if (clipboard !== undefined) {
    list.prepend(
      item("Copy link", async () => {
        try {
          await clipboard.writeText(url);
          return "Link copied.";
        } catch {
          return `Your browser does not allow copying. Copy the link here: ${url}`;
        }
      }),
    );
  }
  if (share !== undefined) {
    list.prepend(
      item("Share with an app", async () => {
        try {
          await navigator.share({ title, url });
        } catch (error) {
          // Closing the share sheet is not an error.
          if (!(error instanceof DOMException && error.name === "AbortError")) return "Your device could not share this.";
        }
        return "";
      }),
    );
  }
  place.append(status);
}
