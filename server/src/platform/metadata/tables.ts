import type { PlatformTables } from './tables.gen.ts';

/**
 * Every table of the metadata store; `schema.sql` shows the same with keys and indexes. Each feature declares those that
 * its migrations make in a generated file of its own, `features/<name>/tables.gen.ts`.
 */
export interface Tables extends PlatformTables {}

/**
 * Types of columns that say more than the schema: JSON, which is `unknown` without a line here, and texts with a few
 * words. Names with a capital are types of the contract.
 */
export const columnTypes: Readonly<Record<string, string>> = {
  'accounts.notify': 'Record<string, string[]>',
  'accounts.recovery_hashes': 'string[]',
  'audit.detail': 'Record<string, unknown>',
  'bots.allowed_updates': 'string[]',
  'campaign_ends.how': "'finished' | 'failed' | 'missed' | 'paused' | 'outage'",
  'campaigns.paused_for': "PauseReason | ''",
  'erasures.places': 'Record<string, number>',
  'grants.keys': 'string[]',
  'grants.reports': 'string[]',
  'integration_bin_requests.request': 'ShownRequest',
  'integration_deliveries.event': 'IntegrationEvent',
  'integration_deliveries.state': "DeliveryState | 'sending'",
  'integration_days.state': 'DeliveryState',
  'integration_events.data': 'Record<string, unknown>',
  'integration_events.type': 'IntegrationEventType',
  'integrations.hints': 'Record<string, string>',
  'integrations.privacy': 'IntegrationPrivacy',
  'integrations.provider': 'ProviderId',
  'integrations.selection': 'IntegrationSelection',
  'integrations.settings': 'Record<string, string | number | boolean>',
  'integrations.status': "'on' | 'paused' | 'stopped'",
  'invitations.keys': 'string[]',
  'invitations.reports': 'string[]',
  'page_errors.kind': "'app' | 'site'",
  'page_recent_hits.kind': "'app' | 'site'",
  'pages.kind': "'app' | 'site'",
  'passkeys.transports': 'string[]',
  'shares.query': 'Record<string, string>',
  'subscription_changes.reason': 'UnsubscribeReason',
  'subscription_changes.source': 'UnsubscribeSource',
  'unsubscribes.reason': 'UnsubscribeReason',
  'unsubscribes.source': 'UnsubscribeSource',
  'user_jobs.failures': 'Record<string, number>',
};
