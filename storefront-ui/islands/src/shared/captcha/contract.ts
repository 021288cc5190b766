/** A captcha provider. */
export interface Captcha {
  isEnterprise: boolean;
  /** Renders the challenge into its element, once. */
  show: (place: HTMLElement | null) => Promise<void>;
  /** The captcha token, or null while it is not solved. `challenge` came with the submission key. */
  prove: (challenge: string | null) => Promise<string | null>;
  /** A token is valid for one request. */
  renew: () => void;
}
