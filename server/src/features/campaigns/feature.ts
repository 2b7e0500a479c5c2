import { countPeople } from '../../analytics/people/list-people.ts';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { segmentContext } from '../../analytics/query/segments/segment-context.ts';
import { loadReportSettings } from '../../analytics/reports/report-settings.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import { createEraseFromList } from '../../platform/metadata/erase-from-list.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CallTelegram, createCallTelegram } from '../../telegram/sending/call-telegram.ts';
import { sharedCircuits } from '../../telegram/sending/circuit.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { registerAutomations } from '../automations/automation-routes.ts';
import { createAutomationStatistics } from '../automations/automation-statistics.ts';
import { createEraseRuns } from '../automations/erase-runs.ts';
import { createAutomationWatcher } from '../automations/watch-automations.ts';
import type { BotSends } from '../bot-sends/bot-sends.ts';
import type { Bots } from '../bots/bots.ts';
import { createLinkTo } from '../campaign-engine/delivery/link-address.ts';
import { createNotifyEnds } from '../campaign-engine/notify-ends.ts';
import { createLedger } from '../campaign-engine/recipients/ledger.ts';
import { createCampaignSender } from '../campaign-engine/run-campaigns.ts';
import type { SendingBot } from '../campaign-engine/start-sender.ts';
import { winnerStore } from '../campaign-engine/variants/winner-store.ts';
import { createLoadResults } from '../campaign-results/campaign-results.ts';
import { createLoadHoldOut } from '../campaign-results/hold-out.ts';
import { registerKeepRecipients } from '../campaign-results/keep-routes.ts';
import { createTrackedLinks } from '../campaign-results/links/tracked-link-routes.ts';
import { createOutcomeUsers, type OutcomeSettingsOf, registerOutcomes } from '../campaign-results/outcome-routes.ts';
import { createOutcomeWindows } from '../campaign-results/outcome-windows.ts';
import { createReactionUsers } from '../campaign-results/reaction-users.ts';
import { registerRecipients } from '../campaign-results/recipient-routes.ts';
import { registerResults } from '../campaign-results/result-routes.ts';
import { registerUnsubscribed } from '../campaign-results/unsubscribed-routes.ts';
import { registerVariantResults } from '../campaign-results/variant-routes.ts';
import { createScoreLoader, createVersionCounts } from '../campaign-results/version-counts.ts';
import type { Connections } from '../connections/connections.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { ErasedPeople } from '../erased-people/erased-people.ts';
import { defineFeature } from '../feature.ts';
import type { HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import type { MailingExclusions } from '../mailing-exclusions/mailing-exclusions.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Segments, SegmentsOf } from '../segments/segments.ts';
import type { SiteUsers } from '../site-users/site-users.ts';
import type { Targets } from '../targets/targets.ts';
import type { Unsubscribes } from '../unsubscribes/unsubscribes.ts';
import { createAnswerOnce } from './api/answer-once.ts';
import { createApiLists } from './api/api-lists.ts';
import { createOwnerLoader } from './api/api-owner.ts';
import { createApiRequests } from './api/api-requests.ts';
import { createCampaignApi } from './api/campaign-api.ts';
import { largestApiBody, registerCampaignApi } from './api/campaign-api-routes.ts';
import { createAudiences } from './audience.ts';
import { createExclusionLoader } from './audience-exclusions.ts';
import { createFetchFile, registerCampaignFiles } from './campaign-file-routes.ts';
import { createCampaignFileStore } from './campaign-file-store.ts';
import { createCampaignJobs } from './campaign-jobs.ts';
import { registerCampaigns } from './campaign-routes.ts';
import { createCampaignStore } from './campaign-store.ts';
import { createCampaigns } from './campaigns.ts';
import { createCapChecker } from './capped.ts';
import { createLinkChecker } from './checks/link-checker.ts';
import { createValueWarnings } from './checks/value-warnings.ts';
import { registerWarnings } from './checks/warning-routes.ts';
import { createDemoHistory } from './demo/demo-history.ts';
import { createDemoTelegram, demoApiRoot, demoToken, exceptDemo, withoutAnswers } from './demo/demo-telegram.ts';
import { createVisitorCampaigns } from './demo/visitor-campaigns.ts';
import { exceptVisitors, forVisitors } from './demo/visitor-routes.ts';
import { createUnreadableChats } from './readable-chats.ts';
import { createReceivedCampaigns } from './received-campaigns.ts';
import { registerReceived } from './received-routes.ts';
import { createValueLoader, findLastSeen } from './recipient-values.ts';
import { createRecipients } from './recipients.ts';
import { createRecordedPost } from './recorded-post.ts';
import { createSendTest } from './send-test.ts';
import { createJobStore } from './sent/job-store.ts';
import { createNewMembers } from './sent/new-members.ts';
import { registerSentMessages } from './sent/sent-message-routes.ts';
import { createSentMessages } from './sent/sent-messages.ts';
import { createChatLoader, createLeftLoader, createSkipLoader } from './skipped.ts';
import { registerStars } from './star-routes.ts';
import { createStars } from './stars.ts';
import { registerTimeZones } from './timing/time-zone-routes.ts';
import { createUserTimes } from './timing/user-times.ts';
import { createCountZones, createZoneLoader } from './timing/users-zones.ts';
import { createFooterBuilder, createSentFooterLoader } from './unsubscribe-footer.ts';

type Needs = Platform & {
  accounts: Accounts;
  botSends: BotSends;
  bots: Bots;
  connections: Connections;
  customFields: CustomFields;
  erasedPeople: ErasedPeople;
  hiddenCommands: HiddenCommands;
  mailingExclusions: MailingExclusions;
  notifications: Notifications;
  recordAudit: RecordAudit;
  segments: Segments;
  segmentsOf: SegmentsOf;
  siteUsers: SiteUsers;
  store: EventStore;
  targets: Targets;
  unsubscribes: Unsubscribes;
};

/** Messages to many users. */
export const campaigns = defineFeature({
  name: 'campaigns',
  publicRoutes: { 'GET /r/:token': 'recipients of campaigns open tracked links in any browser' },
  tables: [
    ...(['campaigns', 'campaign_recipients', 'campaign_control_group', 'campaign_senders'] as const),
    ...(['campaign_user_times', 'campaign_zones'] as const),
    ...(['campaign_files', 'campaign_file_pieces', 'campaign_jobs', 'api_requests'] as const),
    ...(['automation_runs', 'automation_skips', 'automation_watchers', 'automation_segments'] as const),
    'campaign_ends',
  ],
  create({
    bots,
    bus,
    connections,
    logger,
    config,
    customFields,
    mailingExclusions,
    metadata,
    recordAudit,
    store,
    ...rest
  }: Needs) {
    const { erasedPeople, hiddenCommands, segments, segmentsOf, targets, unsubscribes } = rest;
    const { db } = metadata;
    const { isErased } = erasedPeople;
    const ledger = createLedger(db);
    const files = createCampaignFileStore(db);
    const visitors = createVisitorCampaigns(db);
    const demoKey = config.demo.enabled ? config.demo.botKey : null;
    const demoTelegram = createDemoTelegram({
      bot: async () => (demoKey === null ? null : bots.cached(demoKey)),
      store,
      logger,
    });
    const reportDeps = {
      store,
      demoBotKey: demoKey,
      hiddenCommandsOf: hiddenCommands.stableOf,
      targetsOf: ({ key }: { key: string }) => targets.countedOf(key),
      segmentsOf,
    };
    const loadSettings = async (key: string, timeZone?: string, visitor?: string) => {
      const bot = await bots.byKey(key);
      if (bot === null) throw new AppError('NotFound', { field: 'bot' });
      return loadReportSettings(reportDeps, visitor === undefined ? bot : { ...bot, visitor }, timeZone);
    };
    const loadExclusions = createExclusionLoader({ db, mailingExclusions, unsubscribes, isErased });
    const audiences = createAudiences({ store, excludedOf: loadExclusions, settingsOf: loadSettings });
    const zoneDeps = { store, settingsOf: loadSettings, mailingSettingsOf: unsubscribes.settingsOf };
    const loadValues = createValueLoader({ store, customFields });
    const checkCaps = createCapChecker({ db, settingsOf: unsubscribes.settingsOf });
    const buildFooter = createFooterBuilder(unsubscribes.settingsOf);
    const loadSentFooters = createSentFooterLoader(buildFooter, unsubscribes);
    const loadLeft = createLeftLoader(store);
    const loadSkips = createSkipLoader({
      leftOf: loadLeft,
      mailingExclusions,
      unsubscribes,
      cappedOf: checkCaps,
      isErased,
    });
    const apiRootOf = connections.context.addresses.telegramRoot;
    const bot = async (key: string): Promise<SendingBot | null> => {
      const row = await bots.cached(key);
      if (row === null) return null;
      const { start_rules, paused_at } = row;
      const botFields = { key, start_rules, paused_at };
      if (row.is_demo) return { ...botFields, apiRoot: demoApiRoot, token: key === demoKey ? demoToken : null };
      return { ...botFields, apiRoot: apiRootOf(row), token: bots.tokenOf(row) };
    };
    const callTelegram = createCallTelegram(rest.telegramDispatcher);
    const call: CallTelegram = (to, ...args) =>
      (to.apiRoot === demoApiRoot ? demoTelegram.call : callTelegram)(to, ...args);
    const stars = createStars({ bot: exceptDemo(bot), telegram: rest.telegram });
    const linkTo = createLinkTo(config);
    const sendingDeps = {
      circuits: sharedCircuits(rest.telegramDispatcher),
      ...{ bot, call, store: withoutAnswers(store, demoKey) },
      ...{
        valuesOf: loadValues,
        leftOf: loadLeft,
        skippedOf: loadSkips,
        footerOf: buildFooter,
        sentFootersOf: loadSentFooters,
        logger,
        linkTo,
      },
    };
    const rows = createCampaignStore(db);
    const hasToken = async (key: string): Promise<boolean> => ((await bot(key))?.token ?? null) !== null;
    const campaigns = createCampaigns({
      ...{
        rows,
        ledger,
        files,
        audiences,
        valuesOf: loadValues,
        customFields,
        targets,
        footerOf: buildFooter,
        bus,
        tests: winnerStore(db),
      },
      hasToken,
      userTimes: createUserTimes(db),
      botSends: rest.botSends,
      lastSeen: (bot) => findLastSeen(store, bot),
      recordedPost: createRecordedPost({ store }),
      namesOf: createAccountNames(db),
      maxSpeed: config.mailingMaxSpeed,
      demoBotKey: demoKey,
      starBalance: stars.balance,
      unreadableChats: createUnreadableChats({ bot: exceptDemo(bot), call }),
      canTrack: linkTo !== undefined,
    });
    const sendTest = createSendTest({ ...sendingDeps, rows, files, chatsOf: createChatLoader(store) });
    const recipients = createRecipients({ rows, ledger, store });
    const requests = createApiRequests({ db, instance: rest.instanceId });
    const links = createTrackedLinks({ ...rest, config, db, store, valuesOf: loadValues, logger });
    const userCampaigns = createReceivedCampaigns(ledger);
    const loadOutcomeSettings: OutcomeSettingsOf = async (bot) => ({
      bot: bot.key,
      targets: await targets.countedOf(bot.key),
      hiddenCommands: await hiddenCommands.stableOf(bot),
    });
    const counts = createVersionCounts({ store });
    const ends = createNotifyEnds({ db, notifications: rest.notifications, logger, instance: rest.instanceId });
    const fetchFile = createFetchFile({ files, attempts: rest.attempts, dispatcher: rest.guardedDispatcher });
    return {
      offers: {
        receivedCampaigns: userCampaigns,
        /** The campaigns of the demo's past. */
        ensureDemoCampaigns: createDemoHistory({ db, store, logger }),
      },
      personData: [
        { name: 'automation_runs', erase: createEraseRuns(db) },
        { name: 'campaign_recipients', erase: ledger.erase },
        { name: 'campaigns', erase: createEraseFromList(db, 'campaigns') },
        { name: 'campaign_control_group', erase: ledger.eraseControlGroup },
      ],
      jobs: createCampaignJobs({ db, files, visitors, ends, requests }),
      ingest(app) {
        const lists = createApiLists({
          segments: rest.segments,
          known: (bot, userIds) => loadKnownUsers(store, bot, userIds),
          async count(key, rules, signal) {
            const query = { settings: await loadSettings(key), rules, search: '', number: '', signal };
            return (await countPeople({ store, now: Date.now }, query)).count;
          },
          async contextOf(key, signal) {
            return segmentContext(await loadSettings(key), await loadRollup(store, key, signal), Date.now());
          },
        });
        registerCampaignApi(app, {
          authenticate: bots.authenticate,
          ownerOf: createOwnerLoader(db),
          api: createCampaignApi({ campaigns, recipients, sendTest, attempts: rest.attempts, lists, fetchFile }),
          answerOnce: createAnswerOnce({ requests, maxBytes: largestApiBody }),
          record: recordAudit,
        });
      },
      routes(edge) {
        const https = config.publicUrl.startsWith('https:');
        const http = forVisitors(edge, { visitors, attempts: rest.attempts, https });
        const record = exceptVisitors(recordAudit);
        registerStars(http, { rows, stars, maxSpeed: config.mailingMaxSpeed });
        registerCampaigns(http, { campaigns, audiences, sendTest, attempts: rest.attempts, record });
        registerWarnings(http, {
          ...{ rows, attempts: rest.attempts },
          links: createLinkChecker({ dispatcher: rest.guardedDispatcher }),
          valueWarnings: createValueWarnings({ store, audiences, excludedOf: loadExclusions, footerOf: buildFooter }),
        });
        registerTimeZones(http, { countZones: createCountZones({ ...zoneDeps, audiences }) });
        registerAutomations(http, { rows, statistics: createAutomationStatistics(db) });
        const { complaints } = unsubscribes;
        const loadResults = createLoadResults({ store, reasons: ledger.reasons, complaints });
        registerResults(http, { rows, loadResults });
        const outcomes = createOutcomeWindows({ store });
        registerOutcomes(http, { rows, outcomes, settingsOf: loadOutcomeSettings });
        const loadHoldOut = createLoadHoldOut({ store });
        registerVariantResults(http, { rows, counts, loadHoldOut, settingsOf: loadOutcomeSettings });
        const reactionUsers = createReactionUsers({ store });
        const openedBy = links.routes(http, rows);
        const outcomeUsers = createOutcomeUsers({
          ...{ outcomes, reactionUsers, openedBy, complaints, rows },
          settingsOf: loadOutcomeSettings,
        });
        registerRecipients(http, { recipients, outcomeUsers, record });
        registerKeepRecipients(http, { recipients, outcomeUsers, segments, store, record });
        const work = { rows, hasToken, bus };
        registerSentMessages(http, {
          campaigns,
          jobs: createSentMessages({
            ...{ ...work, jobs: createJobStore(db), namesOf: createAccountNames(db) },
            messageProblems: campaigns.messageProblems,
          }),
          newMembers: createNewMembers({ ...work, ledger, audienceOf: visitors.audienceOf(audiences.of) }),
          record,
        });
        registerUnsubscribed(http, { rows, unsubscribes, store });
        registerReceived(http, {
          received: userCampaigns,
          knows: async (bot, userId) => (await loadKnownUsers(store, bot, [userId])).has(userId),
        });
        registerCampaignFiles(http, { files, attempts: rest.attempts, fetchFile });
      },
      start() {
        const loadZones = createZoneLoader(zoneDeps);
        const sender = createCampaignSender({
          ...{
            ...sendingDeps,
            db,
            instance: rest.instanceId,
            maxSpeed: config.mailingMaxSpeed,
            botSends: rest.botSends,
          },
          audienceOf: visitors.audienceOf(audiences.of),
          zonesOf: loadZones,
          starBalance: stars.balance,
          onEnd: ends.onEnd,
          files: files.source,
          scoresOf: createScoreLoader({
            counts,
            async settingsOf(key) {
              const row = await bots.byKey(key);
              if (row === null) throw new AppError('NotFound', { field: 'bot' });
              return loadOutcomeSettings(row);
            },
          }),
          async writeOutcomes(outcomes) {
            for (const [key, botOutcomes] of Map.groupBy(outcomes, (one) => one.bot))
              await store.writeCampaignOutcomes(key, botOutcomes);
          },
        });
        const work = sender.start();
        const watcher = createAutomationWatcher({
          ...{
            db,
            store,
            instance: rest.instanceId,
            settingsOf: loadSettings,
            zonesOf: loadZones,
            logger,
            wakeSender: sender.wake,
            onEnd: ends.onEnd,
          },
        });
        const watching = watcher.start();
        const stopListening = bus.subscribe('campaigns-changed', ({ key }) => {
          if (key === null) return;
          sender.wake(key);
          watcher.wake(key);
        });
        return {
          async close() {
            stopListening();
            await watching.close();
            await work.close();
            await demoTelegram.close();
            await ends.settled();
          },
        };
      },
    };
  },
});
