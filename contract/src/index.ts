import { accountDataEndpoints } from './account-data.ts';
import { accountEndpoints } from './accounts.ts';
import { adCostEndpoints } from './ad-costs.ts';
import { annotationEndpoints } from './annotations.ts';
import { auditEndpoints } from './audit.ts';
import { automationEndpoints } from './automations.ts';
import { botErrorEndpoints } from './bot-errors.ts';
import { botProfileEndpoints } from './bot-profile.ts';
import { botSettingsEndpoints } from './bot-settings.ts';
import { botEndpoints } from './bots.ts';
import { campaignEndpoints } from './campaign-endpoints.ts';
import { campaignResultEndpoints } from './campaign-results.ts';
import { campaignWarningEndpoints } from './campaign-warnings.ts';
import { connectionEndpoints } from './connections.ts';
import { conversationEndpoints } from './conversations.ts';
import { customFieldEndpoints } from './custom-fields.ts';
import { erasureEndpoints } from './erasures.ts';
import { liveActivityEndpoints } from './live-activity.ts';
import { mailingExclusionEndpoints } from './mailing-exclusions.ts';
import { mailingSettingsEndpoints } from './mailing-settings.ts';
import { memberEndpoints } from './members.ts';
import { messageEndpoints } from './messages.ts';
import { newsEndpoints } from './news.ts';
import { notificationEndpoints } from './notifications.ts';
import { paidBroadcastEndpoints } from './paid-broadcast.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { reportEndpoints } from './reports.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { segmentEndpoints } from './segments.ts';
import { sentMessageEndpoints } from './sent-messages.ts';
import { shareEndpoints } from './shares.ts';
import { siteEndpoints } from './site.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { takeoverEndpoints } from './takeover.ts';
import { targetEndpoints } from './targets.ts';
import { telegramLoginEndpoints } from './telegram-login.ts';
import { uploadEndpoints } from './uploads.ts';
import { userJobEndpoints } from './user-jobs.ts';
import { userNoteEndpoints } from './user-notes.ts';
import { userTimeEndpoints } from './user-time.ts';
import { usersEndpoints } from './users.ts';
import { usersViewEndpoints } from './users-views.ts';
import { utmLinkEndpoints } from './utm-links.ts';

export * from './access.ts';
export * from './account-data.ts';
export * from './accounts.ts';
export * from './ad-costs.ts';
export * from './annotations.ts';
export * from './audit.ts';
export * from './automations.ts';
export * from './bot-errors.ts';
export * from './bot-profile.ts';
export * from './bot-settings.ts';
export * from './bot-subscription.ts';
export * from './bots.ts';
export * from './build-link.ts';
export * from './campaign.ts';
export * from './campaign-content.ts';
export * from './campaign-endpoints.ts';
export * from './campaign-message.ts';
export * from './campaign-outcomes.ts';
export * from './campaign-results.ts';
export * from './campaign-template.ts';
export * from './campaign-variants.ts';
export * from './campaign-warnings.ts';
export * from './campaigns.ts';
export * from './connections.ts';
export * from './conversation-items.ts';
export * from './conversations.ts';
export * from './countries.ts';
export * from './csv-cell.ts';
export * from './custom-fields.ts';
export * from './device-name.ts';
export * from './dimensions.ts';
export * from './endpoint.ts';
export * from './erasures.ts';
export * from './errors.ts';
export * from './event.ts';
export * from './filters.ts';
export * from './hits.ts';
export * from './ids.ts';
export * from './integration-event.ts';
export * from './integration-events.ts';
export { makesRecord } from './integrations/crm-fields.ts';
export * from './integrations/descriptor.ts';
export { parseServiceAccount, type ServiceAccount, spreadsheetId } from './integrations/google-sheets.ts';
export * from './integrations/providers.ts';
export * from './integrations.ts';
export * from './line-id.ts';
export * from './live-activity.ts';
export * from './mailing-exclusions.ts';
export * from './mailing-settings.ts';
export { type ProblemCode, problemCodes } from './manifests/connections.ts';
export { reportPermissions } from './manifests/reports.ts';
export * from './manifests.ts';
export * from './markup-text.ts';
export * from './members.ts';
export * from './message-contents.ts';
export * from './message-rules.ts';
export * from './message-versions.ts';
export * from './messages.ts';
export * from './mini-apps.ts';
export * from './money.ts';
export * from './news.ts';
export * from './notifications.ts';
export * from './other-keys.ts';
export * from './pages.ts';
export * from './paid-broadcast.ts';
export * from './parse-markup.ts';
export * from './passkeys.ts';
export * from './periods.ts';
export * from './permissions.ts';
export * from './public-api.ts';
export * from './public-campaign-api.ts';
export * from './public-campaign-message.ts';
export * from './report-types.ts';
export * from './reports.ts';
export * from './revealed.ts';
export * from './second-factor.ts';
export * from './segment-rules.ts';
export * from './segments.ts';
export * from './sent-messages.ts';
export * from './services.ts';
export * from './shares.ts';
export * from './site.ts';
export * from './subscriptions.ts';
export * from './takeover.ts';
export * from './targets.ts';
export * from './tariffs.ts';
export * from './telegram-login.ts';
export * from './tracked-links.ts';
export * from './tracker-scripts.ts';
export * from './uploads.ts';
export * from './user.ts';
export * from './user-jobs.ts';
export * from './user-log.ts';
export * from './user-notes.ts';
export * from './user-states.ts';
export * from './user-time.ts';
export * from './users.ts';
export * from './users-views.ts';
export * from './utm-links.ts';
export * from './websites.ts';

/** The dashboard's calls. Those of Mini Apps, websites and integrations are apart: pages that do not need them do not load them. */
export const api = {
  ...siteEndpoints,
  ...accountEndpoints,
  ...accountDataEndpoints,
  ...telegramLoginEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...botEndpoints,
  ...connectionEndpoints,
  ...botProfileEndpoints,
  ...botSettingsEndpoints,
  ...botErrorEndpoints,
  ...uploadEndpoints,
  ...notificationEndpoints,
  ...auditEndpoints,
  ...liveActivityEndpoints,
  ...conversationEndpoints,
  ...userNoteEndpoints,
  ...mailingExclusionEndpoints,
  ...mailingSettingsEndpoints,
  ...subscriptionEndpoints,
  ...memberEndpoints,
  ...messageEndpoints,
  ...takeoverEndpoints,
  ...newsEndpoints,
  ...reportEndpoints,
  ...usersEndpoints,
  ...usersViewEndpoints,
  ...erasureEndpoints,
  ...segmentEndpoints,
  ...userJobEndpoints,
  ...campaignEndpoints,
  ...automationEndpoints,
  ...sentMessageEndpoints,
  ...paidBroadcastEndpoints,
  ...campaignResultEndpoints,
  ...campaignWarningEndpoints,
  ...userTimeEndpoints,
  ...targetEndpoints,
  ...customFieldEndpoints,
  ...adCostEndpoints,
  ...annotationEndpoints,
  ...utmLinkEndpoints,
  ...shareEndpoints,
};
