import { api, type CampaignRecipient, keysOfUsersFile, opens, recipientFilter } from '@botscope/contract';
import * as z from 'zod/mini';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { csvFile } from '../../platform/csv.ts';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Recipients } from '../campaigns/campaigns.ts';
import type { Segments } from '../segments/segments.ts';
import type { OutcomeUsers } from './outcome-routes.ts';

interface RecipientRoutesDeps {
  recipients: Recipients;
  outcomeUsers: OutcomeUsers;
  record: RecordAudit;
}

const FileWords = z.object(recipientFilter);

const columns = [
  ...['user_id', 'name', 'username', 'status', 'reason', 'description', 'message_id', 'finished_at'],
  ...['variant', 'language'],
] as const satisfies readonly (keyof CampaignRecipient)[];

/** Registers the recipients of a campaign, as pages and as a file. Names are for those who may list users. */
export function registerRecipients(
  http: Http<BotRow>,
  { recipients, outcomeUsers, record }: RecipientRoutesDeps,
): void {
  http.on(api.campaignRecipients, async ({ bot, permissions, params, query, signal }) => {
    const { group, reason, variant, outcome, days, after = 0 } = query;
    const campaignId = Number(params.campaign_id);
    const asker = { bot: permitted(bot), permissions: permitted(permissions) };
    return recipients.page(asker.bot.key, campaignId, {
      group,
      reason,
      variant,
      after: Number(after),
      among: await outcomeUsers({ ...asker, campaignId, outcome, days, signal }),
      showsNames: opens(asker.permissions, 'section.users.list'),
    });
  });

  const shows = { keys: keysOfUsersFile['recipients.csv'], query: FileWords };
  http.download('/bots/:key/campaigns/:campaign_id/recipients.csv', 'tasker.users.list', shows, async (call) => {
    const { bot, params, permissions, query, reply, signal } = call;
    if (!/^[1-9]\d{0,8}$/.test(String(params.campaign_id))) throw new AppError('NotFound', { field: 'campaign_id' });
    const campaignId = Number(params.campaign_id);
    const { group, reason, variant, outcome, days } = query;
    const chunks = recipients.each(bot.key, campaignId, {
      group,
      reason,
      variant,
      among: await outcomeUsers({ bot, permissions, campaignId, outcome, days, signal }),
      showsNames: opens(permissions, 'section.users.list'),
    });
    // A campaign that is not there must be an error, and not an empty file.
    const first = await chunks.next();
    await record(call, 'exported', { what: 'campaign_recipients' });
    reply.header('content-type', 'text/csv; charset=utf-8');
    reply.header('content-disposition', 'attachment; filename="recipients.csv"');
    async function* rows() {
      if (first.done) return;
      yield toCells(first.value);
      for await (const chunk of chunks) yield toCells(chunk);
    }
    await reply.send(csvFile(columns, rows()));
  });
}

const toCells = (recipients: readonly CampaignRecipient[]) =>
  recipients.map((recipient) => columns.map((column) => recipient[column]));

interface KeepRecipientsDeps {
  recipients: Pick<Recipients, 'ids'>;
  outcomeUsers: OutcomeUsers;
  segments: Pick<Segments, 'createList' | 'changeMembers' | 'setCount' | 'remove'>;
  store: Pick<EventStore, 'query' | 'rollup'>;
  record: RecordAudit;
}

/** Recipients of a campaign become a list, which segments, reports and other campaigns can name. */
export function registerKeepRecipients(http: Http<BotRow>, deps: KeepRecipientsDeps): void {
  const { recipients, outcomeUsers, segments, store, record } = deps;

  http.on(api.keepRecipients, async ({ body, ...call }) => {
    const { signal, account } = call;
    const [bot, permissions] = [permitted(call.bot), permitted(call.permissions)];
    if (!permissions.keys.has('tasker.users.list')) throw new AppError('AccessDenied');
    const { name, group, reason, variant, outcome, days } = body;
    const campaignId = Number(call.params.campaign_id);
    const loadCandidates = await outcomeUsers({ bot, permissions, campaignId, outcome, days, signal });
    const chunks = recipients.ids(bot.key, campaignId, { group, reason, variant, among: loadCandidates });
    // A campaign that is not there makes no list.
    let chunk = await chunks.next();
    const list = await segments.createList(bot, { name, createdBy: account?.key ?? null });
    try {
      let count = 0;
      for (; chunk.done !== true; chunk = await chunks.next()) {
        signal?.throwIfAborted();
        // Someone may have been erased since they got it.
        const userIds = [...(await loadKnownUsers(store, bot.key, chunk.value))];
        await segments.changeMembers(bot, list.id, { userIds }, true);
        count += userIds.length;
      }
      await segments.setCount(bot, list.id, count);
      await record(call, 'segment_added', { name });
      return { segment_id: list.id, name, count };
    } catch (error) {
      // Half a list is not what was asked for.
      await segments.remove(bot, list.id).catch(() => undefined);
      throw error;
    }
  });
}
