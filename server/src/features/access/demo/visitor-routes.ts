import type { Account, CampaignAudience, CampaignMessage, CampaignVariants, Permissions } from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attempts } from '../../../platform/attempts.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Http } from '../../../platform/http/http.ts';
import { leaveOutOfAudit } from '../../audit/audit.ts';
import type { BotRow } from '../../bots/bots.ts';
import { identifyVisitor, isVisitor, runAsVisitor, welcomeVisitor } from './visitor.ts';
import type { VisitorRows } from './visitor-rows.ts';
import { findDownloadRule, findEndpointRule, findUploadRule, type VisitorRule } from './visitor-rules.ts';

interface Deps {
  rows: VisitorRows;
  attempts: Attempts;
  /** Whether browsers reach us by HTTPS. */
  https: boolean;
}

interface Visit {
  bot: BotRow | null;
  permissions: Permissions | null;
  account: Account | null;
  raw: FastifyRequest;
  reply: FastifyReply;
}

/** What the call says besides its bot. */
interface CallContent {
  params?: Readonly<Record<string, unknown>> | undefined;
  body?: NamedInBody | undefined;
}

/**
 * The edge as visitors of the demo meet it: handlers run for the visitor, who reaches what they made and what the demo
 * shows to everyone. What they change is recorded in no log, as it concerns no one else.
 */
export function createVisitorEdge({ rows, attempts, https }: Deps) {
  async function assertRows(bot: string, rule: VisitorRule, { params = {}, body = {} }: CallContent): Promise<void> {
    const { campaign_id: campaign, segment_id: segment } = params;
    if (rule.campaign === 'visible') await rows.assertVisible('campaigns', bot, Number(campaign), 'campaign_id');
    if (rule.campaign === 'own') await rows.assertOwn('campaigns', bot, Number(campaign), 'campaign_id');
    if (rule.segment === 'own') await rows.assertOwn('segments', bot, Number(segment), 'segment_id');
    if (rule.kind !== undefined && body.kind !== rule.kind) throw new AppError('AccessDenied');
  }

  /** Asserts that the visitor may also see the campaigns and files that the body names. */
  async function assertNamed(bot: string, body: NamedInBody): Promise<void> {
    if (body.copy_of !== undefined) await rows.assertVisible('campaigns', bot, body.copy_of, 'copy_of');
    for (const id of (body.audience ?? body).without_campaigns ?? [])
      await rows.assertVisible('campaigns', bot, id, 'audience.without_campaigns');
    for (const [field, { media = null, album = [] }] of messagesIn(body)) {
      if (media !== null) await rows.assertVisible('campaign_files', bot, media.file, `${field}.media.file`);
      for (const [index, { file }] of album.entries())
        await rows.assertVisible('campaign_files', bot, file, `${field}.album.${index}.file`);
    }
  }

  /** Runs the handler if the rule lets the caller through; a member of the bot needs none. */
  async function admit<Result>(
    call: Visit & CallContent,
    rule: VisitorRule | 'closed' | undefined,
    handle: () => Promise<Result> | Result,
  ): Promise<Result> {
    const { bot, permissions, account, raw } = call;
    if (bot === null || permissions === null || !isVisitor({ bot, permissions })) return handle();
    if (rule === 'closed') throw new AppError('AccessDenied');
    const visitor = identifyVisitor(account, raw);
    if (rule === undefined) return runAsVisitor(visitor, handle);
    await runAsVisitor(visitor, () => assertRows(bot.key, rule, call));
    if (rule.limit !== undefined) await attempts.take({ [rule.limit]: raw.ip });
    const author = rule.isFirst && visitor === '' ? welcomeVisitor(call.reply, https) : visitor;
    leaveOutOfAudit(raw);
    return runAsVisitor(author, async () => {
      await assertNamed(bot.key, call.body ?? {});
      return handle();
    });
  }

  return (http: Http<BotRow>): Http<BotRow> => ({
    ...http,
    on(endpoint, handler) {
      const rule = findEndpointRule(endpoint);
      http.on(endpoint, (call) =>
        admit(
          { ...call, params: call.params as CallContent['params'], body: call.body as CallContent['body'] },
          rule,
          () => handler(call),
        ),
      );
    },
    receive(path, access, handler) {
      const rule = findUploadRule(path);
      http.receive(path, access, (call) => admit(call, rule, () => handler(call)));
    },
    download(path, access, shows, handler) {
      const rule = findDownloadRule(path);
      http.download(path, access, shows, (call) =>
        admit(call, rule, async () => {
          const id = String(call.params.id);
          if (rule !== undefined && rule !== 'closed' && rule.isFile && uuid.test(id) && isVisitor(call))
            await rows.assertVisible('campaign_files', call.bot.key, id, 'id');
          return handler(call);
        }),
      );
    },
  });
}

interface NamedInBody {
  kind?: string;
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
