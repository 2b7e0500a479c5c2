import { api } from '@botscope/contract';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { Recipients } from '../campaigns/campaigns.ts';
import type { Segments } from '../segments/segments.ts';
import type { OutcomeUsers } from './outcome-routes.ts';

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
