import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { segmentContext } from '../../analytics/query/segments/segment-context.ts';
import { countUsers } from '../../analytics/users/list-users.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import { createEraseFromList } from '../../platform/metadata/erase-from-list.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotSends } from '../bot-sends/bot-sends.ts';
import { createLedger, winnerStore } from '../campaign-engine/campaign-engine.ts';
import { defineFeature } from '../feature.ts';
import type { Segments } from '../segments/segments.ts';
import { createAnswerOnce } from './api/answer-once.ts';
import { createApiLists } from './api/api-lists.ts';
import { type ApiRequests, createApiRequests } from './api/api-requests.ts';
import { createCampaignApi } from './api/campaign-api.ts';
import { createOwnerLoader, largestApiBody, registerCampaignApi } from './api/campaign-api-routes.ts';
import { createFetchFile, registerCampaignFiles } from './campaign-file-routes.ts';
import { type CampaignFileStore, createCampaignFileStore } from './campaign-file-store.ts';
import { registerCampaigns, registerStars, registerTimeZones } from './campaign-routes.ts';
import { createCampaignStore } from './campaign-store.ts';
import { createLinkChecker } from './checks/link-checker.ts';
import { createValueWarnings } from './checks/value-warnings.ts';
import { registerWarnings } from './checks/warning-routes.ts';
import { createRecordedPost, createUnreadableChats } from './copied-posts.ts';
import { createCampaigns } from './create-campaigns.ts';
import { createDemoHistory } from './demo/demo-history.ts';
import { createUserTimes } from './present-campaign.ts';
import { createReceivedCampaigns, registerReceived } from './received-routes.ts';
import { findLastSeen } from './recipient-values.ts';
import { createRecipients } from './recipients.ts';
import { createSendTest } from './send-test.ts';
import { createSendingParts, type LoadCampaignSettings, type SendingNeeds } from './sending-parts.ts';
import { createNewMembers } from './sent/new-members.ts';
import { registerSentMessages } from './sent/sent-message-routes.ts';
import { createSentMessages } from './sent/sent-messages.ts';
import { createChatLoader } from './skipped.ts';

type Needs = SendingNeeds & { botSends: BotSends; recordAudit: RecordAudit; segments: Segments };

/** Messages to many users: their drafts, recipients and files, and starting and stopping them. */
export const campaigns = defineFeature({
  name: 'campaigns',
  tables: ['campaigns', 'campaign_files', 'campaign_file_pieces', 'api_requests'],
  create(needs: Needs) {
    const { attempts, bots, bus, config, customFields, guardedDispatcher, logger, recordAudit, store, targets } = needs;
    const { db } = needs.metadata;
    const demoBotKey = config.demo.enabled ? config.demo.botKey : null;
    const maxSpeed = config.mailingMaxSpeed;
    const rows = createCampaignStore(db);
    const ledger = createLedger(db);
    const files = createCampaignFileStore(db);
    const parts = createSendingParts(needs, { demoBotKey, files });
    const { audiences, sending, stars } = parts;
    const { hasToken, realBot } = parts.bots;
    const namesOf = createAccountNames(db);
    const campaigns = createCampaigns({
      ...sending,
      audiences,
      botSends: needs.botSends,
      bus,
      canTrack: sending.linkTo !== undefined,
      customFields,
      demoBotKey,
      files,
      hasToken,
      lastSeen: (key) => findLastSeen(store, key),
      ledger,
      maxSpeed,
      namesOf,
      recordedPost: createRecordedPost({ store }),
      rows,
      targets,
      tests: winnerStore(db),
      unreadableChats: createUnreadableChats({ ...sending, bot: realBot }),
      userTimes: createUserTimes(db),
    });
    const sendTest = createSendTest({ ...sending, rows, files, logger, chatsOf: createChatLoader(store) });
    const recipients = createRecipients({ rows, ledger, store });
    const requests = createApiRequests({ db, instance: needs.instanceId });
    const receivedCampaigns = createReceivedCampaigns(ledger);
    const fetchFile = createFetchFile({ files, attempts, dispatcher: guardedDispatcher });
    return {
      offers: {
        campaignRecipients: recipients,
        campaignRows: rows,
        campaignSending: sending,
        campaignSettings: parts.loadSettings,
        receivedCampaigns,
        /** The campaigns of the demo's past. */
        ensureDemoCampaigns: createDemoHistory({ db, store, logger }),
      },
      userData: [{ name: 'campaigns', erase: createEraseFromList(db, 'campaigns') }],
      jobs: createTidying({ files, requests }),
      ingest: (app) =>
        registerCampaignApi(app, {
          authenticate: bots.authenticate,
          ownerOf: createOwnerLoader(db),
          api: createCampaignApi({
            campaigns,
            recipients,
            sendTest,
            attempts,
            lists: createLists(needs, parts.loadSettings),
            fetchFile,
          }),
          answerOnce: createAnswerOnce({ requests, maxBytes: largestApiBody }),
          record: recordAudit,
        }),
      routes(http) {
        registerStars(http, { rows, stars, maxSpeed });
        registerCampaigns(http, { campaigns, audiences, sendTest, attempts, record: recordAudit });
        registerWarnings(http, {
          rows,
          attempts,
          links: createLinkChecker({ dispatcher: guardedDispatcher }),
          valueWarnings: createValueWarnings({ ...sending, store, audiences, excludedOf: parts.loadExclusions }),
        });
        registerTimeZones(http, parts);
        const { messageProblems } = campaigns;
        const work = { rows, hasToken, bus };
        registerSentMessages(http, {
          campaigns,
          jobs: createSentMessages({ ...work, db, namesOf, messageProblems }),
          newMembers: createNewMembers({ ...work, ledger, audienceOf: sending.audienceOf }),
          record: recordAudit,
        });
        registerReceived(http, {
          received: receivedCampaigns,
          knows: async (key, userId) => (await loadKnownUsers(store, key, [userId])).has(userId),
        });
        registerCampaignFiles(http, { files, attempts, fetchFile });
      },
      /** The demo's reactions to what the engine has sent are recorded before the process ends. */
      start: () => ({ close: parts.bots.close }),
    };
  },
});

/** Lists of the public API, which are segments. */
const createLists = ({ segments, store }: Needs, loadSettings: LoadCampaignSettings) =>
  createApiLists({
    segments,
    known: (bot, userIds) => loadKnownUsers(store, bot, userIds),
    async count(key, rules, signal) {
      const query = { settings: await loadSettings(key), rules, search: '', number: '', signal };
      return (await countUsers({ store, now: Date.now }, query)).count;
    },
    async contextOf(key, signal) {
      return segmentContext(await loadSettings(key), await loadRollup(store, key, signal), Date.now());
    },
  });

/** Jobs that delete what nobody needs any more. */
const createTidying = ({
  files,
  requests,
}: {
  files: Pick<CampaignFileStore, 'forgetUnused'>;
  requests: Pick<ApiRequests, 'forgetOld'>;
}): Job[] => [
  {
    name: 'forget-campaign-files',
    schedule: '45 * * * *',
    run: async () => ({ files: await files.forgetUnused() }),
  },
  {
    name: 'forget-api-requests',
    schedule: '50 * * * *',
    run: async () => ({ requests: await requests.forgetOld() }),
  },
];
