import { element } from "@/shared/ui/elements";

/** What the device can do beside the links, which work without this. */
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
  // Browsers without the sheet, and pages that are not served encrypted, have neither.
  const { share, clipboard } = navigator as Partial<Navigator>;
  if (clipboard !== undefined) {
    list.prepend(
      item("Copy link", async () => {
        try {
          await clipboard.writeText(url);
          return "The link is copied.";
        } catch {
          return `Your browser does not let the link be copied: ${url}`;
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
          // Who closes the sheet has decided against it.
          if (!(error instanceof DOMException && error.name === "AbortError")) return "Your device could not share this.";
        }
        return "";
      }),
    );
  }
  place.append(status);
}
