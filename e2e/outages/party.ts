import type { FailureName } from './failures.ts';
import type { Installation } from './installation.ts';

/** A participant who uses the product on a bad day: a bot and its users, a campaign, a colleague, a page that is open. */
export interface Party {
  readonly name: string;
  /** Called before each failure: what is under way when it comes. */
  begin(failure: FailureName): Promise<void>;
  /** One step of what it does anyway; called again and again before, during and after the failure. Never waits long. */
  act(): void;
  /** Whether the failure has lasted long enough for it: it has seen what it must see meanwhile. */
  hasSeen(failure: FailureName): boolean;
  /** The failure is over: resolves when everything that it began has come to an end. */
  finish(): Promise<void>;
  /** Everything that was accepted is in the stores: nothing is lost, nothing doubled, and its owner was shown the truth. */
  check(failure: FailureName): Promise<void>;
  close(): Promise<void>;
}

export type StartParty = (installation: Installation) => Promise<Party>;

/** Runs `step` again and again, one after another, from `act()` to `act()`. A step that fails is a failure of the party. */
export function createStepper(step: () => Promise<void>): { act(): void; finished(): Promise<void> } {
  let currentStep: Promise<void> | null = null;
  const failures: unknown[] = [];
  return {
    act() {
      currentStep ??= step()
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          currentStep = null;
        });
    },
    async finished() {
      while (currentStep !== null) await currentStep;
      if (failures.length > 0) throw failures[0];
    },
  };
}
