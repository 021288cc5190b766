import { framedPage, pageText } from "@/shared/live-page/framed-page";

/** A page with only one of its sections, in the theme's page layout. */
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
