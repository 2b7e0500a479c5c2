import type { HiddenCommand } from '@botscope/contract';

export type HiddenCommandState = HiddenCommand['state'];
/** Action of an owner on a hidden command. */
export type HiddenCommandAction = 'approve' | 'disapprove' | 'undo';

/** `Term` is where a found text begins; an owner may always change their mind. */
export const transitions: Readonly<
  Record<HiddenCommandState, Partial<Record<HiddenCommandAction, HiddenCommandState>>>
> = {
  Term: { approve: 'Stable', disapprove: 'Disabled' },
  Stable: { disapprove: 'Disabled', undo: 'Term' },
  Disabled: { approve: 'Stable', undo: 'Term' },
};

/** The action that leads from one state to another; null where they are the same. */
export function actionBetween(from: HiddenCommandState, to: HiddenCommandState): HiddenCommandAction | null {
  const actions = Object.entries(transitions[from]) as [HiddenCommandAction, HiddenCommandState][];
  return actions.find(([, state]) => state === to)?.[0] ?? null;
}
