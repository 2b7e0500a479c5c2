import { type Account, api } from '@botscope/contract';
import type { Attempts } from '../../platform/attempts.ts';
import { parseFileName } from '../../platform/file-name.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { MessageFiles } from './message-files.ts';
import type { Messages } from './messages.ts';

export function registerMessages(
  http: Http<BotRow>,
  deps: {
    messages: Messages;
    files: MessageFiles;
    attempts: Attempts;
    record: RecordAudit;
    /** A colleague writes to a user. */
    onWritten: (bot: string, userId: number, author: string) => Promise<void>;
  },
): void {
  const { attempts, files, messages, record } = deps;
  const to = ({ bot, params }: { bot: BotRow | null; params: { user_id: string } }) => ({
    bot: permitted(bot).key,
    userId: Number(params.user_id),
  });
  const writer = (account: Account | null): string => permitted(account).key;

  http.on(api.sendMessage, async ({ body: { idempotency_key, ...content }, ...call }) => {
    const author = writer(call.account);
    await attempts.take({ 'message:account': author });
    await deps.onWritten(to(call).bot, to(call).userId, author);
    const message = await messages.send(to(call), author, content, idempotency_key);
    await record(call, 'message_sent', { user_id: call.params.user_id, status: message.status });
    return message;
  });
  http.on(api.messagesOutbox, (call) => messages.outbox(to(call)));
  http.on(api.writtenMessages, (call) => messages.written(to(call)));
  http.on(api.getMessage, (call) => messages.get(to(call), call.params.id));
  http.on(api.editMessage, async ({ body, ...call }) => {
    await attempts.take({ 'message:account': writer(call.account) });
    const message = await messages.edit(to(call), call.params.id, body);
    await record(call, 'message_edited', { user_id: call.params.user_id });
    return message;
  });
  http.on(api.deleteMessage, async (call) => {
    await attempts.take({ 'message:account': writer(call.account) });
    const message = await messages.remove(to(call), call.params.id);
    await record(call, 'message_deleted', { user_id: call.params.user_id });
    return message;
  });
  http.on(api.retryMessage, async (call) => {
    await attempts.take({ 'message:account': writer(call.account) });
    const message = await messages.repeat(to(call), call.params.id);
    await record(call, 'message_repeated', { user_id: call.params.user_id, status: message.status });
    return message;
  });
  http.on(api.dismissMessage, async (call) => {
    const message = await messages.dismiss(to(call), call.params.id);
    await record(call, 'message_dismissed', { user_id: call.params.user_id });
    return message;
  });

  http.receive('/bots/:key/message-files', 'section.users.messages.send', async ({ bot, account, query, file }) => {
    await attempts.take({ 'message-file:account': writer(account) });
    return files.receive(bot.key, { name: parseFileName(query.file_name), type: String(query.type ?? '') }, file);
  });
  http.on(api.fetchMessageFile, async ({ bot, account, body }) => {
    await attempts.take({ 'message-file:account': writer(account) });
    return files.fetch(permitted(bot).key, body.url);
  });
}
