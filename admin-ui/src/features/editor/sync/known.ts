/** What an editor already has; the server responds with what is newer. */
export type Known = {
  since: number;
  client: string;
  /** Version of the list of editors that have the page open. */
  present: string;
  comments: string;
};
