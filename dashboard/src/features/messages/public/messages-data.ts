import { api, type InputOf, MessageFile, messageFilesPath, type OutgoingMessage } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';
import { sendFile } from '../../../platform/api/send-file.ts';

/** A user of a bot. */
export interface Recipient {
  botKey: string;
  userId: number;
}

export type NewMessage = InputOf<typeof api.sendMessage.body>;

/** While something is on its way it is looked at often, ms; else now and then, for what colleagues write. */
const busyMs = 1_500;
const quietMs = 15_000;

const toParams = ({ botKey, userId }: Recipient) => ({ key: botKey, user_id: String(userId) });

const isOnItsWay = ({ status }: OutgoingMessage): boolean => status === 'waiting' || status === 'sending';

/** Messages to a user that are not delivered, the oldest first. A hidden tab does not look. */
export const outboxQuery = (to: Recipient) =>
  queryOptions({
    queryKey: ['bots', to.botKey, 'outbox', to.userId],
    queryFn: ({ signal }) => call(api.messagesOutbox, { params: toParams(to), signal }),
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? busyMs : quietMs),
    staleTime: 0,
  });

/** Loads the messages of the conversation that colleagues wrote. */
export const writtenQuery = (to: Recipient) =>
  queryOptions({
    queryKey: ['bots', to.botKey, 'written', to.userId],
    queryFn: ({ signal }) => call(api.writtenMessages, { params: toParams(to), signal }),
    refetchInterval: quietMs,
  });

export const messageQuery = (to: Recipient, id: string) =>
  queryOptions({
    queryKey: ['bots', to.botKey, 'messages', to.userId, id],
    queryFn: ({ signal }) => call(api.getMessage, { params: { ...toParams(to), id }, signal }),
    staleTime: 0,
  });

/** Repeating the same idempotency key sends nothing twice. @throws ApiError */
export async function sendMessage(to: Recipient, message: NewMessage): Promise<OutgoingMessage> {
  const outgoing = await call(api.sendMessage, { params: toParams(to), body: message });
  await look(to);
  return outgoing;
}

/** @throws ApiError */
export async function decide(
  to: Recipient,
  id: string,
  decision: 'retryMessage' | 'dismissMessage' | 'deleteMessage',
): Promise<OutgoingMessage> {
  const outgoing = await call(api[decision], { params: { ...toParams(to), id } });
  await look(to);
  return outgoing;
}

/** @throws ApiError */
export async function editMessage(
  to: Recipient,
  id: string,
  body: InputOf<typeof api.editMessage.body>,
): Promise<OutgoingMessage> {
  const edited = await call(api.editMessage, { params: { ...toParams(to), id }, body });
  queryClient.setQueryData(messageQuery(to, id).queryKey, edited);
  return edited;
}

/** @throws ApiError */
export const uploadMessageFile = (
  { botKey }: Recipient,
  file: File,
  progress: { onProgress(share: number): void; signal: AbortSignal },
): Promise<MessageFile> => {
  const query = new URLSearchParams({ file_name: file.name, type: file.type });
  return sendFile({ path: `${messageFilesPath(botKey)}?${query}`, answer: MessageFile, file, ...progress });
};

/** The server downloads it. @throws ApiError */
export const fetchMessageFile = ({ botKey }: Recipient, url: string): Promise<MessageFile> =>
  call(api.fetchMessageFile, { params: { key: botKey }, body: { url } });

const look = (to: Recipient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: outboxQuery(to).queryKey, exact: true });
