import type { Bot, CampaignSending } from '@botscope/contract';
import type { Draft, DraftState, DraftValues } from '../../data/draft.ts';

/** Props of each step of the editor. */
export interface StepProps {
  bot: Bot;
  state: DraftState;
  draft: Draft;
  change(part: Partial<DraftValues>): void;
}

/** Props of a section of the step that says when and how fast is sent. */
export interface SendingSectionProps extends StepProps {
  /** Time zone of the user who edits. */
  timeZone: string;
  write(part: Partial<CampaignSending>): void;
}
