import type { HttpHandler } from "msw";
import { authorise } from "../access";
import { backEnd, type Area } from "../back-end";
import { on, refuse } from "../route";

const site = "/api/v1/websites/{websiteId}" as const;

/** An area with the status of its page. */
function asItStands(area: Area): Area {
  const page = backEnd.pages.find(({ id }) => id === area.pageId);
  return page === undefined
    ? area
    : {
        ...area,
        isPublished: page.isPublished,
        hasUnpublishedChanges: page.hasUnpublishedChanges,
        standing: page.standing,
      };
}

/** The areas of the theme. */
export const handlers: HttpHandler[] = [
  on("get", `${site}/areas`, ({ request }) => {
    authorise(request, "content", "read");
    return { areas: backEnd.areas.map(asItStands) };
  }),
  on("post", `${site}/areas/{areaId}/open`, ({ request, path }) => {
    authorise(request, "content", "write");
    const area =
      backEnd.areas.find(({ id }) => id === path.areaId) ??
      refuse(
        400,
        "validation-failed",
        "The theme of this site has no such area. Choose one of those in the list of areas.",
      );
    if (area.pageId != null) return asItStands(area);
    const [first] = backEnd.pages;
    const pageId = `pg-area-${area.id}`;
    const document = { version: 1, sections: [] };
    backEnd.pages = [
      ...backEnd.pages,
      {
        ...first!,
        id: pageId,
        kind: "area",
        title: area.label,
        navigationTitle: area.label,
        urlId: area.id,
        fullUrl: "/",
        isHome: false,
        document,
        revision: 1,
        publishedRevision: null,
        publishedOn: null,
        isPublished: false,
        hasUnpublishedChanges: true,
        status: "draft",
      },
    ];
    backEnd.areas = backEnd.areas.map((other) => (other.id === area.id ? { ...area, pageId } : other));
    return asItStands({ ...area, pageId });
  }),
];
