import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessageFile, OutgoingMessage } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPng } from '../../platform/test-images.ts';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from './test-writing.ts';

let world: WritingWorld;
beforeAll(async () => {
  world = await startWriting();
}, 120_000);
afterAll(() => world.close());

const sendContent = async (content: Record<string, unknown>, user = world.anna): Promise<OutgoingMessage> =>
  dataOf(await world.send(user, content));

describe('writing to a user', () => {
  it('delivers a message with formatting, buttons and options, and records it once with its author', async () => {
    const message = await sendContent({
      text: 'Hello 👋 Anna',
      entities: [{ type: 'bold', offset: 9, length: 4 }],
      buttons: [
        [
          { text: 'Shop', url: 'https://shop.example.com' },
          { text: 'More', callback_data: 'more' },
        ],
      ],
      disable_notification: true,
      disable_preview: true,
    });
    expect(message).toMatchObject({ status: 'delivered', reason: null, author: 'owner@example.com' });
    const calls = world.callsTo(world.anna);
    expect(calls).toEqual([
      {
        method: 'sendMessage',
        params: {
          chat_id: String(world.anna.user.id),
          text: 'Hello 👋 Anna',
          entities: [{ type: 'bold', offset: 9, length: 4 }],
          disable_notification: 'true',
          reply_markup: {
            inline_keyboard: [
              [
                { text: 'Shop', url: 'https://shop.example.com' },
                { text: 'More', callback_data: 'more' },
              ],
            ],
          },
          link_preview_options: { is_disabled: true },
        },
        status: 200,
      },
    ]);
    await expect.poll(() => world.recorded(world.anna)).toHaveLength(1);
    const [event] = await world.recorded(world.anna);
    expect(event).toMatchObject({
      method: 'sendMessage',
      ledger_id: message.id,
      response: { ok: true, result: { message_id: message.message_id, text: 'Hello 👋 Anna' } },
    });
    const writtenAnswer = await world.owner.get(world.path(world.anna, '/messages/written'));
    const { id, message_id, author } = message;
    expect(dataOf(writtenAnswer)).toEqual([{ id, message_id, author, is_deleted: false }]);
    expect(await world.outbox(world.anna)).toEqual([]);
  });

  it('sends a message once, however often its key comes', async () => {
    const user = await world.meet('Boris');
    const body = { text: 'once', idempotency_key: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => world.owner.post(world.path(user, '/messages'), body)));
    expect(new Set(answers.map((answer) => dataOf<OutgoingMessage>(answer).id)).size).toBe(1);
    expect(world.callsTo(user)).toHaveLength(1);
  });

  it('keeps the order of what two colleagues write at once', async () => {
    const user = await world.meet('Clara');
    world.bot.script({ method: 'sendMessage', chatId: user.id, outcome: { slow: 300 } });
    const texts = ['one', 'two', 'three', 'four'];
    const all = await Promise.all(texts.map((text) => world.send(user, { text })));
    const ids = all.map((answer) => dataOf<OutgoingMessage>(answer).id);
    await expect.poll(() => world.callsTo(user).length, { timeout: 10_000 }).toBe(4);
    await expect.poll(() => world.outbox(user), { timeout: 10_000 }).toEqual([]);
    const rows = await world.server.services.metadata.db
      .selectFrom('messages')
      .select(['id', 'message_id'])
      .where('id', 'in', ids)
      .orderBy('number')
      .execute();
    const numbers = rows.map(({ message_id }) => Number(message_id));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  });

  it('says why Telegram refuses, and sends it again when asked', async () => {
    const user = await world.meet('Dan');
    user.blocks();
    const refusedMessage = await sendContent({ text: 'are you there?' }, user);
    expect(refusedMessage).toMatchObject({
      status: 'refused',
      reason: 'blocked',
      description: 'Forbidden: bot was blocked by the user',
    });
    expect((await world.outbox(user)).map(({ id }) => id)).toEqual([refusedMessage.id]);
    // The answer says that the user has blocked the bot.
    const [row] = await world.server.services.store.query<{ membership: string }>({
      sql: "SELECT membership FROM events FINAL WHERE bot = {bot:String} AND user_id = {user:Int64} AND kind = 'call'",
      params: { bot: world.key, user: user.id },
      bot: world.key,
    });
    expect(row?.membership).toBe('blocked');
    user.unblocks();
    const path = world.path(user, `/messages/${refusedMessage.id}/retry`);
    expect(dataOf(await world.owner.post(path, {}))).toMatchObject({ status: 'delivered', reason: null });
    expect(errorOf(await world.owner.post(path, {}))).toBe('MessageInProgress');
  });

  it('leaves open whether a message arrived if the connection breaks after it was sent', async () => {
    const user = await world.meet('Eve');
    world.bot.script({ method: 'sendMessage', chatId: user.id, outcome: { reset: 'after' } });
    const unknownMessage = await sendContent({ text: 'maybe' }, user);
    expect(unknownMessage).toMatchObject({ status: 'unknown', reason: 'no_answer', message_id: null });
    expect(world.callsTo(user)).toHaveLength(1);
    const retryAnswer = await world.owner.post(world.path(user, `/messages/${unknownMessage.id}/retry`), {});
    expect(dataOf(retryAnswer)).toMatchObject({ status: 'delivered' });
    expect(world.callsTo(user)).toHaveLength(2);

    world.bot.script({ method: 'sendMessage', chatId: user.id, outcome: { status: 502, html: 'Bad Gateway' } });
    const other = await sendContent({ text: 'maybe too' }, user);
    expect(other).toMatchObject({ status: 'unknown', reason: 'server_error' });
    await world.owner.post(world.path(user, `/messages/${other.id}/dismiss`), {});
    expect(await world.outbox(user)).toEqual([]);
  });

  it('counts an answer that is cut off as delivered', async () => {
    const user = await world.meet('Finn');
    world.bot.script({ method: 'sendMessage', chatId: user.id, outcome: { reset: 'middle' } });
    expect(await sendContent({ text: 'cut' }, user)).toMatchObject({ status: 'delivered', message_id: null });
    await expect.poll(() => world.recorded(user)).toHaveLength(1);
  });

  it('waits as long as Telegram asks, visibly, and can be cancelled meanwhile', async () => {
    const user = await world.meet('Gina');
    world.bot.script({ method: 'sendMessage', chatId: user.id, outcome: { retryAfter: 2 } });
    const startedAt = Date.now();
    const waitingMessage = await sendContent({ text: 'later' }, user);
    expect(waitingMessage).toMatchObject({
      status: 'waiting',
      reason: 'too_many_requests',
      not_before: expect.any(String),
    });
    const next = await sendContent({ text: 'after it' }, user);
    expect(next.status).toBe('waiting');
    const cancelled = await world.owner.post(world.path(user, `/messages/${next.id}/dismiss`), {});
    expect(dataOf(cancelled)).toMatchObject({ status: 'cancelled' });
    await expect.poll(() => world.callsTo(user).map(({ status }) => status), { timeout: 10_000 }).toEqual([429, 200]);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_000);
    expect(await world.outbox(user)).toEqual([]);
  });

  it('never says of an edit or a deletion that Telegram may have made that it was not made', async () => {
    const user = await world.meet('Hugo');
    const { id } = await sendContent({ text: 'helo' }, user);
    const path = (to: string): string => world.path(user, `/messages/${id}/${to}`);
    const script = (method: string) => world.bot.script({ method, chatId: user.id, outcome: { reset: 'after' } });
    script('editMessageText');
    expect(errorOf(await world.owner.post(path('edit'), { text: 'hello' }))).toBe('TelegramUncertain');
    expect(dataOf(await world.owner.post(path('edit'), { text: 'hello' }))).toMatchObject({
      content: { text: 'hello' },
    });
    script('deleteMessage');
    expect(errorOf(await world.owner.post(path('delete'), {}))).toBe('TelegramUncertain');
    expect(dataOf(await world.owner.post(path('delete'), {}))).toMatchObject({ deleted_at: expect.any(String) });
  });

  it('edits and deletes what was delivered', async () => {
    const user = await world.meet('Hanna');
    const { id } = await sendContent({ text: 'helo', buttons: [[{ text: 'x', callback_data: 'x' }]] }, user);
    const path = (to: string): string => world.path(user, `/messages/${id}/${to}`);
    expect(errorOf(await world.owner.post(path('edit'), { text: ' ' }))).toBe('EmptyMessage text');
    const edited = dataOf<OutgoingMessage>(await world.owner.post(path('edit'), { text: 'hello' }));
    expect(edited).toMatchObject({ content: { text: 'hello', buttons: [] }, edited_at: expect.any(String) });
    // An edit to the same text is no error.
    expect((await world.owner.post(path('edit'), { text: 'hello' })).status).toBe(200);
    const deletedMessage = dataOf<OutgoingMessage>(await world.owner.post(path('delete'), {}));
    expect(deletedMessage.deleted_at).toEqual(expect.any(String));
    expect(errorOf(await world.owner.post(path('edit'), { text: 'x' }))).toBe('MessageNotDelivered');
    await expect
      .poll(async () => (await world.recorded(user)).map(({ method }) => method))
      .toEqual(['sendMessage', 'editMessageText', 'deleteMessage']);

    const oldMessage = await sendContent({ text: 'old' }, user);
    await world.server.services.metadata.db
      .updateTable('messages')
      .set({ sending_at: new Date(Date.now() - 49 * 3_600_000) })
      .where('id', '=', oldMessage.id)
      .execute();
    expect(errorOf(await world.owner.post(world.path(user, `/messages/${oldMessage.id}/delete`), {}))).toBe(
      'MessageTooOld',
    );
  });
});

describe('a file', () => {
  const upload = async (name: string, bytes: string | Buffer): Promise<MessageFile> => {
    const cookie = [...world.owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const url = `${world.server.url}/api/bots/${world.key}/message-files?file_name=${name}&type=text/plain`;
    const answer = await fetch(url, { method: 'POST', headers: { cookie }, body: bytes });
    return ((await answer.json()) as { data: MessageFile }).data;
  };
  const files = () => world.server.services.metadata.db.selectFrom('message_files').select('id').execute();

  it('is no photo if Telegram would refuse its width and height', async () => {
    const user = await world.meet('Wanda');
    const wide = await upload('wide.png', createPng(10_000, 100));
    const photo = { media: { kind: 'photo', upload: wide.id } };
    expect(errorOf(await world.send(user, photo))).toBe('PhotoDimensions media');
    expect(world.callsTo(user)).toEqual([]);
    await world.server.services.metadata.db.deleteFrom('message_files').execute();
  });

  it('is uploaded, sent with a caption and forgotten', async () => {
    const user = await world.meet('Ivan');
    const file = await upload('price%20list.txt', 'everything is free');
    expect(file).toEqual({ id: file.id, name: 'price list.txt', type: 'text/plain', bytes: 18 });
    const message = await sendContent({ text: 'our prices', media: { kind: 'document', upload: file.id } }, user);
    expect(message).toMatchObject({ status: 'delivered' });
    const call = world.bot.calls.find(({ params }) => String(params.chat_id) === String(user.id))!;
    expect(call).toMatchObject({ method: 'sendDocument', params: { caption: 'our prices' } });
    expect(call.files).toMatchObject([{ name: 'price list.txt' }]);
    expect(await files()).toEqual([]);
    expect(errorOf(await world.send(user, { media: { kind: 'document', upload: file.id } }))).toBe(
      'FileGone media.upload',
    );
  });

  it('is downloaded by us, and never from where it may not be', async () => {
    const site = createServer((request, response) => {
      if (request.url === '/cat.txt') response.setHeader('content-type', 'text/plain; charset=utf-8').end('a cat');
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const fetchFile = (url: string) => world.owner.post(`/api/bots/${world.key}/message-files/fetch`, { url });
    const file = dataOf<MessageFile>(await fetchFile(`${origin}/cat.txt`));
    expect(file).toMatchObject({ name: 'cat.txt', type: 'text/plain', bytes: 5 });
    for (const url of [`${origin}/dog.txt`, 'file:///etc/passwd', 'nonsense', 'http://127.0.0.1:1/x'])
      expect(errorOf(await fetchFile(url))).toBe('FileUnreachable url');
    site.close();
    await world.server.services.metadata.db.deleteFrom('message_files').execute();
  });
});

describe('messages that cannot be written', () => {
  it.each<[object, string]>([
    [{ text: '' }, 'RequiredFields text'],
    [{ text: '  ' }, 'EmptyMessage text'],
    [{ text: '👋'.repeat(4_097) }, 'MessageTooLong text'],
    [{ text: 'x'.repeat(1_025), media: { kind: 'photo', file_id: 'AgAC' } }, 'MessageTooLong text'],
    [{ text: 'ab', entities: [{ type: 'bold', offset: 1, length: 2 }] }, 'InvalidEntity entities.0'],
    [{ text: '😀b', entities: [{ type: 'bold', offset: 1, length: 1 }] }, 'InvalidEntity entities.0'],
    [{ text: 'a😀', entities: [{ type: 'bold', offset: 0, length: 2 }] }, 'InvalidEntity entities.0'],
    [
      { text: 'ab', entities: [{ type: 'text_link', offset: 0, length: 2, url: 'nothing' }] },
      'InvalidEntity entities.0',
    ],
    [
      { text: 'ab', entities: Array.from({ length: 101 }, () => ({ type: 'bold', offset: 0, length: 1 })) },
      'TooManyEntities entities',
    ],
    [{ text: 'a', buttons: [[{ text: 'x' }]] }, 'InvalidButton buttons.0.0'],
    [{ text: 'a', buttons: [[{ text: 'x', callback_data: 'ё'.repeat(33) }]] }, 'InvalidButton buttons.0.0'],
    [{ text: 'a', buttons: [[{ text: 'x', web_app: 'http://app.example.com' }]] }, 'InvalidButton buttons.0.0'],
    [
      { text: 'a', buttons: [Array.from({ length: 9 }, () => ({ text: 'x', callback_data: 'x' }))] },
      'KeyboardTooLarge buttons.0',
    ],
    [{ text: 'a', media: { kind: 'photo' } }, 'RequiredFields media.upload'],
    [{ text: 'a', idempotency_key: 'x' }, 'InvalidField idempotency_key'],
  ])('number %#', async (content, expected) => {
    expect(errorOf(await world.send(world.anna, content as Record<string, unknown>))).toBe(expected);
  });

  it('a whole emoji is one character of 4,096', async () => {
    const user = await world.meet('Julia');
    expect(await sendContent({ text: '👋'.repeat(4_096) }, user)).toMatchObject({ status: 'delivered' });
  });

  it('to a user whom the bot does not know, by a stranger, or without a token', async () => {
    const nobody = { user: { id: 4_242 } } as WritingWorld['anna'];
    expect(errorOf(await world.send(nobody, { text: 'hi' }))).toBe('NotFound');
    expect(errorOf(await world.send(world.anna, { text: 'hi' }, world.stranger))).toBe('NotFound');
    const { bots } = world.server.services;
    const { bot } = await bots.add((await bots.byKey(world.key))!.account_key!, 'pushing_bot');
    const path = `/api/bots/${bot.key}/users/${world.anna.user.id}/messages`;
    expect(errorOf(await world.owner.post(path, { text: 'hi', idempotency_key: randomUUID() }))).toBe('NeedToken');
  });
});
