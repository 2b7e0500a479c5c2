import type { Platform } from '../platform/platform.ts';
import { access } from './access/feature.ts';
import { accountData } from './account-data/feature.ts';
import { accounts } from './accounts/feature.ts';
import { adCosts } from './ad-costs/feature.ts';
import { admin } from './admin/feature.ts';
import { annotations } from './annotations/feature.ts';
import { audit } from './audit/feature.ts';
import { automations } from './automations/feature.ts';
import { botErrors } from './bot-errors/feature.ts';
import { botMoves } from './bot-moves/feature.ts';
import { botProfile } from './bot-profile/feature.ts';
import { botSends } from './bot-sends/feature.ts';
import { botSettings } from './bot-settings/feature.ts';
import { bots } from './bots/feature.ts';
import { campaignEngine } from './campaign-engine/feature.ts';
import { campaignResults } from './campaign-results/feature.ts';
import { campaigns } from './campaigns/feature.ts';
import { type ContextOf, compose } from './compose.ts';
import { connections } from './connections/feature.ts';
import { conversations } from './conversations/feature.ts';
import { customFields } from './custom-fields/feature.ts';
import { demo } from './demo/feature.ts';
import { emailMarketing } from './email-marketing/feature.ts';
import { erasedUsers } from './erased-users/feature.ts';
import { erasures } from './erasures/feature.ts';
import { eventStore } from './event-store/feature.ts';
import { getUsers } from './get-users/feature.ts';
import { hiddenCommands } from './hidden-commands/feature.ts';
import { instances } from './instances/feature.ts';
import { integrationEvents } from './integration-events/feature.ts';
import { integrations } from './integrations/feature.ts';
import { leases } from './leases/feature.ts';
import { liveActivity } from './live-activity/feature.ts';
import { mailingExclusions } from './mailing-exclusions/feature.ts';
import { messages } from './messages/feature.ts';
import { news } from './news/feature.ts';
import { notifications } from './notifications/feature.ts';
import { pages } from './pages/feature.ts';
import { reports } from './reports/feature.ts';
import { segments } from './segments/feature.ts';
import { shares } from './shares/feature.ts';
import { site } from './site/feature.ts';
import { siteTickets } from './site-tickets/feature.ts';
import { takeover } from './takeover/feature.ts';
import { targets } from './targets/feature.ts';
import { telegramLogin } from './telegram-login/feature.ts';
import { traffic } from './traffic/feature.ts';
import type { TrafficPort } from './traffic/traffic.ts';
import { unsubscribes } from './unsubscribes/feature.ts';
import { uploads } from './uploads/feature.ts';
import { userJobs } from './user-jobs/feature.ts';
import { userNotes } from './user-notes/feature.ts';
import { users } from './users/feature.ts';
import { usersViews } from './users-views/feature.ts';
import { utmLinks } from './utm-links/feature.ts';

/** Platform with the additions of the process itself. */
interface Base extends Platform {
  /** The way to the process that carries the bots' traffic; null where this one does. */
  trafficPort: TrafficPort | null;
}

/** All features: each after those that it needs. They are closed in the reverse order. */
export const features = compose<Base>()
  .use(audit)
  .use(integrationEvents)
  .use(botErrors)
  .use(erasedUsers)
  .use(unsubscribes)
  .use(siteTickets)
  .use(eventStore)
  .use(instances)
  .use(notifications)
  .use(emailMarketing)
  .use(accounts)
  .use(bots)
  .use(access)
  .use(hiddenCommands)
  .use(customFields)
  .use(getUsers)
  .use(segments)
  .use(targets)
  .use(connections)
  .use(pages)
  .use(leases)
  .use(takeover)
  .use(botSends)
  .use(traffic)
  .use(messages)
  .use(accountData)
  .use(botSettings)
  .use(botProfile)
  .use(telegramLogin)
  .use(news)
  .use(utmLinks)
  .use(annotations)
  .use(uploads)
  .use(adCosts)
  .use(reports)
  .use(users)
  .use(usersViews)
  .use(liveActivity)
  .use(userNotes)
  .use(mailingExclusions)
  .use(campaigns)
  .use(campaignResults)
  .use(campaignEngine)
  .use(automations)
  .use(integrations)
  .use(conversations)
  .use(erasures)
  .use(userJobs)
  .use(shares)
  .use(site)
  .use(botMoves)
  .use(admin)
  .use(demo);

/** The platform and what the features offer each other. */
export type Services = ContextOf<typeof features>;
