import { framedPage, pageText } from "@/shared/live-page/framed-page";

/** A page with nothing on it but one of its sections, in the frame that the theme draws around it. */
export function sectionPage(html: string, sectionId: string, siteUrl: string): string {
  const page = framedPage(html, siteUrl);
  let kept = page.querySelector(`[data-section-id="${CSS.escape(sectionId)}"]`);
  while (kept !== null && kept !== page.body) {
    for (const sibling of [...(kept.parentElement?.children ?? [])]) {
      if (sibling !== kept && !/^(STYLE|LINK)$/.test(sibling.nodeName)) sibling.remove();
    }
    kept = kept.parentElement;
  }
  return pageText(page);
}
