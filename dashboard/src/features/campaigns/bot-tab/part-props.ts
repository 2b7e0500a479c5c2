import type { MailingSettings } from '@botscope/contract';
import type { Draft } from '../../../ui/use-draft.ts';

/** A part of the form of mailing settings. */
export interface MailingPartProps {
  draft: Draft<MailingSettings>;
  readOnly: boolean;
}
