import { t } from "@lingui/core/macro";
import type SvgIcon from "@mui/material/SvgIcon";
import type { Resource } from "../session/hooks";
import type { Website } from "../session/types";

/** Groups of the sidebar, in this order; null for the entries above all groups. */
// oxlint-disable-next-line lingui/no-unlocalized-strings -- ids
export const groupLabels = [null, "Website", "Selling", "People", "Site"] as const;

export const groupTexts: Readonly<Record<NonNullable<(typeof groupLabels)[number]>, string>> = {
  get Website() {
    return t`Website`;
  },
  get Selling() {
    return t`Selling`;
  },
  get People() {
    return t`People`;
  },
  get Site() {
    return t`Site`;
  },
};

/** A screen in the sidebar. */
export interface Screen {
  group: (typeof groupLabels)[number];
  /** Place within the group, ascending. */
  order: number;
  label: string;
  /** Relative to the site; empty for its first screen. */
  path: string;
  icon: typeof SvgIcon;
  /** Other paths that belong to it. */
  covers?: readonly string[];
  /** Path on this site, if it differs between sites. */
  pathOn?: (website: Website) => string;
  /** Resource that the user must be able to read; undefined = for every contributor. */
  resource?: Resource;
  /** Synonyms for the search. */
  keywords?: string;
}

/** A screen that is reached from a sidebar screen. */
export interface FurtherScreen {
  label: string;
  path: string;
  /** Label of the sidebar screen. */
  below: string;
  resource: Resource;
  /** Required permission; read by default. */
  action?: "write";
  /** Synonyms for the search. */
  keywords?: string;
}

/** An object that can be created from anywhere. */
export interface Creation {
  title: string;
  /** The screen that creates it. */
  path: string;
  /** Resource that the user must be able to write. */
  resource: Resource;
  /** Synonyms for the search. */
  keywords?: string;
}

/** What a feature's `screens.ts` exports: plain data, loaded with the first screen of a site. */
export interface FeatureScreens {
  screens?: readonly Screen[];
  furtherScreens?: readonly FurtherScreen[];
  creations?: readonly Creation[];
}
