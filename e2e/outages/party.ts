import type { Installation } from './installation.ts';
import type { TroubleName } from './troubles.ts';

/** Somebody who uses the product on a bad day: a bot and its users, a campaign, a colleague, a page that is open. */
export interface Party {
  readonly name: string;
  /** Called before each trouble: what is under way when it comes. */
  begin(trouble: TroubleName): Promise<void>;
  /** One step of what it does anyway; called again and again before, during and after the trouble. Never waits long. */
  act(): void;
  /** Whether the trouble has lasted long enough for it: it has met it, and has seen what it must see meanwhile. */
  hasMet(trouble: TroubleName): boolean;
  /** The trouble is over: resolves when everything that it began has come to an end. */
  finish(): Promise<void>;
  /** Everything that was accepted is in the stores: nothing is lost, nothing doubled, and its owner was shown the truth. */
  check(trouble: TroubleName): Promise<void>;
  close(): Promise<void>;
}

export type StartParty = (installation: Installation) => Promise<Party>;

/** Runs `step` again and again, one after another, from `act()` to `act()`. A step that fails is a failure of the party. */
export function createStepper(step: () => Promise<void>): { act(): void; finished(): Promise<void> } {
  let running: Promise<void> | null = null;
  const failures: unknown[] = [];
  return {
    act() {
      running ??= step()
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          running = null;
        });
    },
    async finished() {
      while (running !== null) await running;
      if (failures.length > 0) throw failures[0];
    },
  };
}
