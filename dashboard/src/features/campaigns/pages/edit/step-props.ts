import type { Bot } from '@botscope/contract';
import type { Draft, DraftState, DraftValues } from '../../data/draft.ts';

/** What each step of the editor gets. */
export interface StepProps {
  bot: Bot;
  state: DraftState;
  draft: Draft;
  change(part: Partial<DraftValues>): void;
}
