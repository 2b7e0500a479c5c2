import {
  api,
  type CampaignAudience,
  type CampaignMessage,
  type CampaignVariants,
  type Endpoint,
} from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attempts, LimitName } from '../../../platform/attempts.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Http } from '../../../platform/http/http.ts';
import { welcomeVisitor } from '../../access/access.ts';
import type { RecordAudit } from '../../audit/audit.ts';
import type { BotRow } from '../../bots/bots.ts';
import { type VisitorCampaigns, visitorLimits } from './visitor-campaigns.ts';

/** Conditions on which visitors of the demo may make a call. */
interface VisitorRule {
  /** Attempts of an address: a cookie is easily deleted. */
  limit?: LimitName;
  /** `own`: about a campaign of theirs; `visible`: also about one of the demo itself. */
  campaign?: 'own' | 'visible';
  /** Makes a browser known. */
  isFirst?: true;
}

/** Uses the installation's resources or reaches the internet. The dashboard does not offer it in the demo. */
const closed = 'closed';

/** Every endpoint of the feature: what visitors of the demo may not call says so. */
const rules = new Map<Endpoint, VisitorRule | typeof closed>([
  [api.listCampaigns, {}],
  [api.createCampaign, { limit: 'demo-campaign:address', isFirst: true }],
  [api.getCampaign, { campaign: 'visible' }],
  [api.saveCampaign, { campaign: 'own' }],
  [api.archiveCampaign, { campaign: 'own' }],
  [api.countAudience, {}],
  [api.countTimeZones, {}],
  [api.checkCampaign, { campaign: 'visible' }],
  [api.previewCampaign, { campaign: 'visible' }],
  [api.testCampaign, { campaign: 'own', limit: 'demo-send:address' }],
  [api.runCampaign, { campaign: 'own', limit: 'demo-send:address' }],
  [api.stopCampaign, { campaign: 'own' }],
  [api.resumeCampaign, { campaign: 'own', limit: 'demo-send:address' }],
  [api.finishCampaign, { campaign: 'own' }],
  [api.repeatCampaign, { campaign: 'own', limit: 'demo-send:address' }],
  [api.campaignResults, { campaign: 'visible' }],
  [api.campaignOutcomes, { campaign: 'visible' }],
  [api.campaignRecipients, { campaign: 'visible' }],
  [api.campaignLinks, { campaign: 'visible' }],
  [api.campaignUnsubscribed, { campaign: 'visible' }],
  [api.campaignBill, { campaign: 'visible' }],
  [api.trackedLinkAddress, {}],
  [api.getMailingLimits, {}],
  [api.receivedCampaigns, {}],
  [api.campaignVariantResults, { campaign: 'visible' }],
  [api.campaignHoldOutResults, { campaign: 'visible' }],
  [api.chooseWinner, { campaign: 'own' }],
  [api.automationStatistics, { campaign: 'visible' }],
  [api.sentMessages, { campaign: 'visible' }],
  [api.editSentMessages, { campaign: 'own', limit: 'demo-send:address' }],
  [api.deleteSentMessages, { campaign: 'own', limit: 'demo-send:address' }],
  [api.pinSentMessages, { campaign: 'own', limit: 'demo-send:address' }],
  [api.stopSentMessageJob, { campaign: 'own' }],
  [api.resumeSentMessageJob, { campaign: 'own', limit: 'demo-send:address' }],
  [api.countNewMembers, { campaign: 'visible' }],
  [api.sendToNewMembers, { campaign: 'own', limit: 'demo-send:address' }],
  [api.campaignValueWarnings, closed],
  [api.campaignLinkWarnings, closed],
  [api.fetchCampaignFile, closed],
  [api.keepRecipients, closed],
  [api.getStarBalance, closed],
]);
const filePath = '/bots/:key/campaign-files';

interface Deps {
  visitors: VisitorCampaigns;
  attempts: Attempts;
  /** Whether browsers reach us by HTTPS. */
  https: boolean;
}

interface Visit {
  bot: BotRow | null;
  raw: Pick<FastifyRequest, 'ip'>;
  reply: FastifyReply;
}

/**
 * Limits the routes for visitors of the demo to what they made and what the demo shows to everyone. A route that is not
 * named above cannot be registered: a page that calls a forbidden one sends the visitor away from it.
 */
function forVisitors(http: Http<BotRow>, { visitors, attempts, https }: Deps): Http<BotRow> {
  async function admit(call: Visit, rule: VisitorRule | typeof closed, campaign: unknown): Promise<void> {
    const { bot } = call;
    if (bot === null || bot.visitor === undefined) return;
    if (rule === closed) throw new AppError('AccessDenied');
    const { visitor } = bot;
    if (rule.campaign === 'visible') await visitors.assertVisible(bot.key, Number(campaign), visitor);
    if (rule.campaign === 'own') await visitors.assertOwn(bot.key, Number(campaign), visitor);
    if (rule.limit !== undefined) await attempts.take({ [rule.limit]: call.raw.ip });
    if (rule.isFirst && visitor === '') call.bot = { ...bot, visitor: welcomeVisitor(call.reply, https) };
  }

  /** Asserts that the visitor may also see the campaigns and files that the body names. */
  async function assertNamed({ bot }: Visit, body: NamedInBody): Promise<void> {
    if (bot === null || bot.visitor === undefined) return;
    const { key, visitor } = bot;
    if (body.copy_of !== undefined) await visitors.assertVisible(key, body.copy_of, visitor, 'copy_of');
    for (const id of (body.audience ?? body).without_campaigns ?? [])
      await visitors.assertVisible(key, id, visitor, 'audience.without_campaigns');
    for (const [field, { media = null, album = [] }] of messagesIn(body)) {
      if (media !== null) await visitors.assertFileVisible(key, media.file, visitor, `${field}.media.file`);
      for (const [index, { file }] of album.entries())
        await visitors.assertFileVisible(key, file, visitor, `${field}.album.${index}.file`);
    }
  }

  return {
    ...http,
    on(endpoint, handler) {
      const rule = rules.get(endpoint);
      if (rule === undefined) throw new Error(`may visitors of the demo call ${endpoint.method} ${endpoint.path}?`);
      http.on(endpoint, async (call) => {
        await admit(call, rule, (call.params as { campaign_id?: string } | undefined)?.campaign_id);
        await assertNamed(call, (call.body ?? {}) as NamedInBody);
        return handler(call);
      });
    },
    receive(path, access, handler) {
      http.receive(path, access, async (call) => {
        const rule = path === filePath ? ({ limit: 'demo-file:address', isFirst: true } as const) : closed;
        await admit(call, rule, undefined);
        return handler(call);
      });
    },
    download(path, access, shows, handler) {
      http.download(path, access, shows, async (call) => {
        const isFile = path === `${filePath}/:id`;
        const { campaign_id: campaign, id } = call.params;
        await admit(call, isFile ? {} : campaign === undefined ? closed : { campaign: 'visible' }, campaign);
        if (isFile && call.bot.visitor !== undefined && uuid.test(String(id)))
          await visitors.assertFileVisible(call.bot.key, String(id), call.bot.visitor, 'id');
        return handler(call);
      });
    },
  };
}

interface NamedInBody {
  copy_of?: number;
  audience?: Partial<CampaignAudience>;
  without_campaigns?: readonly number[];
  message?: Partial<CampaignMessage>;
  variants?: Partial<CampaignVariants>;
}

/** All versions of a message, and the fields that they stand in. */
function* messagesIn({
  message,
  variants,
}: NamedInBody): Generator<[field: string, message: Partial<CampaignMessage>]> {
  const { languages = [], others = [] } = variants ?? {};
  if (message !== undefined) yield ['message', message];
  for (const [index, version] of languages.entries()) yield [`variants.languages.${index}.message`, version.message];
  for (const [index, variant] of others.entries()) {
    const field = `variants.others.${index}`;
    yield [`${field}.message`, variant.message];
    for (const [versionIndex, version] of variant.languages.entries())
      yield [`${field}.languages.${versionIndex}.message`, version.message];
  }
}

const uuid = /^[0-9a-f-]{36}$/i;

/** Routes about campaigns as visitors of the demo may call them, and the audit log without the actions of visitors. */
export interface CampaignVisitors {
  http(http: Http<BotRow>): Http<BotRow>;
  record: RecordAudit;
}

export const createCampaignVisitors = (deps: Deps & { record: RecordAudit }): CampaignVisitors => ({
  http: (http) => forVisitors(http, deps),
  async record(call, ...entry) {
    const { bot } = call as { bot?: { visitor?: string } | null };
    if (bot?.visitor === undefined) await deps.record(call, ...entry);
  },
});

/** As many as get it. */
export const shownCount = <Count extends { can_get: number }>(visitor: string | undefined, count: Count): Count =>
  visitor === undefined ? count : { ...count, can_get: Math.min(count.can_get, visitorLimits.recipients) };
