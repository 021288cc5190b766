import type { OrphanedEdits } from "../slice";
import type { RunningEditors } from "./running-editors";
import type { Outbox, Step } from "./outbox";
import { textsOfSteps } from "./texts-of-steps";
import type { Failure } from "./exchange";

/** Result of sending the steps that other editors left in this browser. */
export type Sent = "all" | "away" | "at work";

interface Parts {
  client: string;
  outbox: Outbox;
  atWork: RunningEditors;
  /** Sends steps on behalf of the editor that made them; resolves to the failure, or null. */
  send: (client: string, steps: Step[]) => Promise<Failure | null>;
  tell: (refused: OrphanedEdits[]) => void;
}

const maxBatch = 100;

/** Sends steps of tabs that were closed before the server had them, and reports those that are refused. */
export class OrphanedSteps {
  private readonly parts: Parts;
  private refused: OrphanedEdits[] = [];

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Sends the steps of editors that are gone; running editors send theirs themselves. */
  async send(): Promise<Sent> {
    const { client: own, outbox, atWork } = this.parts;
    let sent: Sent = "all";
    const left = await outbox.all().catch(() => new Map<string, never>());
    for (const [client, { writtenOn }] of left) {
      if (client === own || this.refused.some((known) => known.client === client)) continue;
      const outcome = await atWork.onBehalfOf(client, writtenOn, () => this.sendOf(client));
      if (outcome?.kind === "away") return "away";
      if (outcome === null) sent = "at work";
    }
    return sent;
  }

  /** Sends refused steps again. */
  async retry(): Promise<void> {
    const before = this.refused;
    this.refused = [];
    if ((await this.send()) === "away") this.refused = before;
    this.tell();
  }

  /** Discards the steps of an editor. */
  async drop(client: string): Promise<void> {
    const { outbox } = this.parts;
    const left = (await outbox.all()).get(client);
    await outbox.remove(client, left?.steps.map(({ number }) => number) ?? []);
    this.refused = this.refused.filter((known) => known.client !== client);
    this.tell();
  }

  private async sendOf(client: string): Promise<Failure | { kind: "sent" }> {
    const { outbox } = this.parts;
    // Read again: the editor may have sent some itself before it closed.
    const steps = (await outbox.all()).get(client)?.steps ?? [];
    for (let sent = 0; sent < steps.length; sent += maxBatch) {
      const part = steps.slice(sent, sent + maxBatch);
      const failure = await this.parts.send(client, part);
      if (failure !== null) {
        if (failure.kind === "refused")
          this.noteRefusal({ client, message: failure.message, words: textsOfSteps(steps.slice(sent)) });
        return failure;
      }
      await outbox.remove(
        client,
        part.map(({ number }) => number),
      );
    }
    return { kind: "sent" };
  }

  private noteRefusal(refusal: OrphanedEdits): void {
    this.refused = [...this.refused, refusal];
    this.tell();
  }

  private tell(): void {
    this.parts.tell(this.refused);
  }
}
