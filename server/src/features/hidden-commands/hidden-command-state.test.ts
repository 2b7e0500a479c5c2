import { hiddenCommandStates } from '@botscope/contract';
import { expect, test } from 'vitest';
import { actionBetween, transitions } from './hidden-command-state.ts';

test.each([
  ['Term', 'Term', null],
  ['Term', 'Stable', 'approve'],
  ['Term', 'Disabled', 'disapprove'],
  ['Stable', 'Term', 'undo'],
  ['Stable', 'Stable', null],
  ['Stable', 'Disabled', 'disapprove'],
  ['Disabled', 'Term', 'undo'],
  ['Disabled', 'Stable', 'approve'],
  ['Disabled', 'Disabled', null],
] as const)('%s → %s: %s', (from, to, action) => {
  expect(actionBetween(from, to)).toBe(action);
});

test('an action leads to one state, wherever it begins', () => {
  const targets = { approve: 'Stable', disapprove: 'Disabled', undo: 'Term' } as const;
  for (const from of hiddenCommandStates) {
    for (const [action, to] of Object.entries(transitions[from])) {
      expect(to).toBe(targets[action as keyof typeof targets]);
    }
  }
});
