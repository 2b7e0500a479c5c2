import type { Bot, CampaignOutcomes, CampaignRecipient, Target } from '@botscope/contract';
import { startTestServer, type TestAnswer, type TestVisitor } from '../../roles/test-server.ts';
import { createSendingLedger } from '../campaign-engine/recipients/ledger.ts';
import type { Settlement } from '../campaign-engine/recipients/settle-recipients.ts';
import { createSenders } from '../campaign-engine/senders.ts';
import { insertCampaign } from '../campaign-engine/test-campaigns.ts';
import { dataOf } from '../connections/test-world.ts';

type Json = Record<string, unknown>;
/** A moment of March 2024, such as `02T10:00` or `02T09:59:59.999`, as dates are written in pushes. */
const march = (moment: string): string => {
  const [seconds = '', ms = '000'] = moment.split('.');
  return `2024-03-${seconds.length === 8 ? `${seconds}:00` : seconds}.${ms}Z`;
};

/** The product with a bot that pushes dated updates, and campaigns whose messages arrive when a test says so. */
export async function startOutcomeWorld() {
  const server = await startTestServer({ ROLES: 'ingest,api' });
  const { store, metadata, accounts } = server.services;
  const signIn = async (email: string): Promise<TestVisitor> => {
    const password = 'correct horse battery';
    await accounts.createAccount({ email, password });
    const visitor = server.visitor();
    await visitor.post('/api/user/sign-in/login', { identity: email, password });
    return visitor;
  };
  const [owner, stranger] = [await signIn('owner@example.com'), await signIn('stranger@example.com')];
  const registeredBot = dataOf<{ bot: Bot; api_key: string }>(
    await owner.post('/api/bots', { bot_name: 'outcome_bot', connection_type: 'api' }),
  );
  const { key } = registeredBot.bot;
  const botPath = (path: string): string => `/api/bots/${key}${path}`;
  let clock = 0;
  const senders = createSenders({ db: metadata.db, instance: 'test', run: 'only', now: () => clock });
  const ledger = createSendingLedger(metadata.db, senders.isOurs, () => clock);
  let updates = 0;

  const push = async (path: string, body: object): Promise<void> => {
    const answer = await server.visitor().post(path, body, { 'api-key': registeredBot.api_key });
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    await store.flush();
  };
  const toUser = (id: number): Json => ({ id, is_bot: false, first_name: `User ${id}` });

  return {
    server,
    owner,
    stranger,
    key,
    botPath,
    /** A target of the bot, beside the built-in ones. */
    addTarget: async (draft: object): Promise<number> =>
      dataOf<Target>(await owner.post(botPath('/targets'), draft)).target_id,

    /** Sends messages of users, each at a moment of March: content in their private chat, or a whole update. */
    async send(...messages: readonly (readonly [moment: string, user: number, content: Json])[]): Promise<void> {
      const batch = messages.map(([moment, user, content]) => {
        updates += 1;
        const from = toUser(user);
        const message = {
          message_id: updates,
          date: Math.floor(Date.parse(march(moment)) / 1_000),
          from,
          chat: { id: user, type: 'private', first_name: from.first_name },
          ...content,
        };
        const update = 'is' in content ? { [String(content.is)]: { ...message, is: undefined } } : { message };
        return { date: march(moment), update: { update_id: updates, ...update } };
      });
      await push('/v1/send-batch-update', batch);
    },

    /** A sale that the bot reports. */
    sale: (moment: string, user_id: number, value: number, unit: string): Promise<void> =>
      push('/v1/send-target', { target_id: 1, user_id, date: march(moment), value, unit }),

    /** A campaign that is being sent. */
    async campaign(...userIds: readonly number[]): Promise<number> {
      const id = await insertCampaign(metadata.db, key, { userIds });
      await ledger.prepare(id, userIds);
      await ledger.prepared(id);
      return id;
    },

    /** Sends it to one of its recipients, and stores the outcome, as a sender does. */
    async deliver(id: number, moment: string, userId: number, outcome: Omit<Settlement, 'userId'>): Promise<void> {
      clock = Date.parse(march(moment));
      const lease = await senders.take(key);
      if (lease === null) throw new Error('someone else sends');
      const [recipient] = await ledger.claim(lease, id, 1, userId - 1);
      if (recipient?.userId !== userId) throw new Error(`${userId} does not wait`);
      await ledger.settle(lease.fence, id, [{ userId, ...outcome }]);
      const outcomes = await ledger.outcomesSince(key, new Date(clock), { campaignId: 0, userId: 0 });
      await store.writeCampaignOutcomes(key, outcomes);
    },

    /** Ends it, and sends it again to the recipients whose outcome is unknown. */
    async repeat(id: number): Promise<void> {
      await ledger.finish(id);
      if (!(await ledger.repeat(id, 'unknown'))) throw new Error('nobody is unknown');
    },

    async outcomes(id: number, days?: number, client = owner): Promise<CampaignOutcomes> {
      const query = days === undefined ? '' : `?days=${days}`;
      return dataOf(await client.get(botPath(`/campaigns/${id}/results/outcomes${query}`)));
    },

    /** The ids of the users behind a number. */
    async users(id: number, outcome: string, days = 7): Promise<number[]> {
      const answer = await owner.get(botPath(`/campaigns/${id}/recipients?outcome=${outcome}&days=${days}`));
      return dataOf<{ recipients: CampaignRecipient[] }>(answer).recipients.map(({ user_id }) => user_id);
    },

    recipients: (id: number, query: string, client = owner): Promise<TestAnswer> =>
      client.get(botPath(`/campaigns/${id}/recipients${query}`)),
  };
}
export type OutcomeWorld = Awaited<ReturnType<typeof startOutcomeWorld>>;
