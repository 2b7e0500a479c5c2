import { type CampaignStatus, campaignStatuses } from '@botscope/contract';

/** Events of a campaign. */
const campaignEvents = [
  /** Someone starts it now. */
  'started',
  /** Someone starts it for a later time. */
  'planned',
  /** Its time has come. */
  'due',
  /** It could not begin within the time allowed after its date. */
  'missed',
  'stopped',
  /** Telegram refuses the message or the bot. */
  'failed',
  'resumed',
  /** Nobody waits any more, or someone ended it. */
  'finished',
  /** It is sent again to the users that it did not reach. */
  'repeated',
  /** It is sent to those who have joined its audience since. */
  'extended',
] as const;
export type CampaignEvent = (typeof campaignEvents)[number];

const transitions: Readonly<Record<CampaignStatus, Partial<Record<CampaignEvent, CampaignStatus>>>> = {
  Draft: { started: 'In_progress', planned: 'Not_started' },
  // Stopped before its time it can be edited again.
  Not_started: { due: 'In_progress', missed: 'Error', stopped: 'Draft' },
  In_progress: { stopped: 'Cancel', failed: 'Error', finished: 'Done' },
  Cancel: { resumed: 'In_progress', finished: 'Done' },
  Error: { resumed: 'In_progress', finished: 'Done' },
  Done: { repeated: 'In_progress', extended: 'In_progress' },
};

/** Null for what cannot happen in this state. */
export const nextStatus = (status: CampaignStatus, event: CampaignEvent): CampaignStatus | null =>
  transitions[status][event] ?? null;

/** The states in which it can happen. */
export const statusesBefore = (event: CampaignEvent): CampaignStatus[] =>
  campaignStatuses.filter((status) => nextStatus(status, event) !== null);
