import type { LeftBehind } from "../slice";
import type { AtWork } from "./at-work";
import type { Outbox, Step } from "./outbox";
import { wordsOf } from "./words-of-steps";
import type { Failure } from "./exchange";

/** What became of the steps that other editors left in this browser. */
export type Sent = "all" | "away" | "at work";

interface Parts {
  client: string;
  outbox: Outbox;
  atWork: AtWork;
  /** Sends steps in the name of the editor that made them; what kept them from being taken, or null. */
  send: (client: string, steps: Step[]) => Promise<Failure | null>;
  tell: (refused: LeftBehind[]) => void;
}

const mostAtOnce = 100;

/** Steps of tabs that were closed before the server had them: they are sent, and those that are refused are told of. */
export class StepsLeftBehind {
  private readonly parts: Parts;
  private refused: LeftBehind[] = [];

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Sends what editors left that are gone; those that are still at work send theirs themselves. */
  async send(): Promise<Sent> {
    const { client: own, outbox, atWork } = this.parts;
    let sent: Sent = "all";
    const left = await outbox.all().catch(() => new Map<string, never>());
    for (const [client, { writtenOn }] of left) {
      if (client === own || this.refused.some((known) => known.client === client)) continue;
      const outcome = await atWork.inPlaceOf(client, writtenOn, () => this.sendOf(client));
      if (outcome?.kind === "away") return "away";
      if (outcome === null) sent = "at work";
    }
    return sent;
  }

  /** Sends once more what was refused. */
  async retry(): Promise<void> {
    const before = this.refused;
    this.refused = [];
    if ((await this.send()) === "away") this.refused = before;
    this.tell();
  }

  /** Gives up what an editor left behind. */
  async drop(client: string): Promise<void> {
    const { outbox } = this.parts;
    const left = (await outbox.all()).get(client);
    await outbox.remove(client, left?.steps.map(({ number }) => number) ?? []);
    this.refused = this.refused.filter((known) => known.client !== client);
    this.tell();
  }

  private async sendOf(client: string): Promise<Failure | { kind: "sent" }> {
    const { outbox } = this.parts;
    // Read anew: the editor may have sent some itself before it was gone.
    const steps = (await outbox.all()).get(client)?.steps ?? [];
    for (let sent = 0; sent < steps.length; sent += mostAtOnce) {
      const part = steps.slice(sent, sent + mostAtOnce);
      const failure = await this.parts.send(client, part);
      if (failure !== null) {
        if (failure.kind === "refused") this.noteRefusal({ client, message: failure.message, words: wordsOf(steps.slice(sent)) });
        return failure;
      }
      await outbox.remove(client, part.map(({ number }) => number));
    }
    return { kind: "sent" };
  }

  private noteRefusal(refusal: LeftBehind): void {
    this.refused = [...this.refused, refusal];
    this.tell();
  }

  private tell(): void {
    this.parts.tell(this.refused);
  }
}
