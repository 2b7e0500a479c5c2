import type { Bot } from '@botscope/contract';
import type { Draft, DraftState, DraftValues } from '../../data/draft.ts';

/** Props of each step of the editor. */
export interface StepProps {
  bot: Bot;
  state: DraftState;
  draft: Draft;
  change(part: Partial<DraftValues>): void;
}
