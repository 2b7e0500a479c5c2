import type { BotLocation } from '../../events/store/servers/placement.ts';

/**
 * The states of a move, in their order; `cancelling` instead of the later ones. What each step does is in
 * features/bot-moves/.
 */
export const moveStates = [
  'preparing',
  'copying',
  'copied',
  'adding-users',
  'comparing',
  'rolling-up',
  'switched',
  'deleting',
  'cancelling',
] as const;
export type MoveState = (typeof moveStates)[number];

/** Locates a bot's events while it is being moved: every state says which server is read, and which are written. */
export function locationInMove(move: { source: string; target: string; state: string }): BotLocation {
  const { source, target, state } = move;
  const all = [source, target];
  if (state === 'deleting') return { reads: target, writes: [target], all, isMoving: true };
  if (state === 'cancelling') return { reads: source, writes: [source], all, isMoving: true };
  return { reads: state === 'switched' ? target : source, writes: all, all, isMoving: true };
}
