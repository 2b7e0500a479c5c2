import { randomUUID } from 'node:crypto';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import type { Platform } from '../../platform/platform.ts';
import { hourMs } from '../../platform/time-units.ts';
import { createCallTelegram } from '../../telegram/sending/call-telegram.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import { defineFeature } from '../feature.ts';
import type { Takeovers } from '../takeover/takeover.ts';
import { messageReader } from './each-message.ts';
import { messageData } from './erase-messages.ts';
import { createMessageFiles } from './message-files.ts';
import { registerMessages } from './message-routes.ts';
import { createMessageStore } from './message-store.ts';
import { createMessages } from './messages.ts';
import { createSender, type SendingBot } from './sender.ts';

type Needs = Platform & {
  bots: Bots;
  connections: Connections;
  erasedUsers: ErasedUsers;
  recordAudit: RecordAudit;
  store: EventStore;
  takeovers: Takeovers;
};

/** Messages that the product sends: the ledger, the sender, and writing to one user. */
export const messages = defineFeature({
  name: 'messages',
  tables: ['messages', 'message_files'],
  create({
    attempts,
    bots,
    bus,
    config,
    connections,
    erasedUsers,
    instanceId,
    logger,
    metadata,
    recordAudit,
    store,
    takeovers,
    ...rest
  }: Needs) {
    const { db } = metadata;
    const rows = createMessageStore({ db, instance: instanceId, run: randomUUID() });
    const files = createMessageFiles({
      db,
      dataDir: config.dataDir,
      instance: instanceId,
      dispatcher: rest.guardedDispatcher,
    });
    const call = createCallTelegram(rest.telegramDispatcher);
    const resolveApiRoot = connections.context.addresses.telegramRoot;
    const bot = async (key: string): Promise<SendingBot | null> => {
      const row = await bots.cached(key);
      if (row === null) return null;
      const { start_rules, paused_at } = row;
      return {
        key,
        start_rules,
        paused_at,
        apiRoot: resolveApiRoot(row),
        token: row.is_demo ? null : bots.tokenOf(row),
      };
    };
    const sender = createSender({ rows, files, store, bot, call, logger });
    const loadAccountNames = createAccountNames(db);
    return {
      userData: messageData(db, files),
      offers: { eachMessage: messageReader(db, loadAccountNames) },
      jobs: [
        {
          name: 'forget-old-messages',
          schedule: '15 1 * * *',
          run: async () => ({ messages: await rows.forgetOld() }),
        },
      ],
      routes(http) {
        const knows = async (key: string, userId: number): Promise<boolean> =>
          (await loadKnownUsers(store, key, [userId])).has(userId);
        const { isErased } = erasedUsers;
        const messages = createMessages({
          rows,
          files,
          sender,
          authorsOf: loadAccountNames,
          call,
          store,
          bus,
          bot,
          knows,
          isErased,
          logger,
        });
        registerMessages(http, {
          messages,
          files,
          attempts,
          record: recordAudit,
          onWritten: takeovers.prolong,
        });
        const rounds = sender.start();
        const stopListening = bus.subscribe('messages-waiting', ({ isOwn }) => void (isOwn || rounds.wake()));
        const forgetting = setInterval(() => void files.forgetOld(Date.now()).catch(() => undefined), hourMs).unref();
        http.app.addHook('onClose', async () => {
          clearInterval(forgetting);
          stopListening();
          await rounds.close();
          await sender.close();
        });
      },
    };
  },
});
