/** The parts of the engine that features use which write campaigns, wait for triggers and show results. */
export { type CampaignEvent, nextStatus, statusesBefore } from './campaign-states.ts';
export { createCampaignMedia } from './delivery/campaign-media.ts';
export { isUnreadable } from './delivery/judge-outcome.ts';
export {
  createLinkTo,
  createLinkTokens,
  type LinkInstallation,
  type LinkTokens,
  linkAddress,
} from './delivery/link-token.ts';
export { withFooter } from './delivery/message-call.ts';
export { type Sent, sendToRecipient } from './delivery/send-recipient.ts';
export type {
  AudienceOf,
  CampaignFileSource,
  FooterOf,
  LeftOf,
  OnCampaignEnd,
  ScoresOf,
  SenderDeps,
  SendingBot,
  SendingPorts,
  SentFootersOf,
  SentTo,
  Skip,
  SkippedOf,
  ValuesOf,
  ZonesOf,
} from './engine-deps.ts';
export { quietUntil } from './pace/campaign-pace.ts';
export { countChanges } from './recipients/change-counts.ts';
export { createLedger, type Ledger } from './recipients/ledger.ts';
export { type RecipientRow, userMessages } from './recipients/read-recipients.ts';
export { createRunningCampaigns } from './running-campaigns.ts';
export { offsetAt } from './timing/user-moment.ts';
export { assignVariant } from './variants/assign-variant.ts';
export { winnerStore } from './variants/winner-store.ts';
