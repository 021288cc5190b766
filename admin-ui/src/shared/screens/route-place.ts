/**
 * Where the routes of a feature are: before signing in, beside the sites, in the frame of a site (without a place), in a
 * window of their own with the command box, or in the editor, which opens the command box itself.
 */
export type RoutePlace = "signed-out" | "account" | "site" | "whole-window" | "editor";
