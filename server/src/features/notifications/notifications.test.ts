import type { NotificationContent, NotificationKind, NotificationMethod } from '@botscope/contract';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAttempts } from '../../platform/attempts.ts';
import { createLocalBus } from '../../platform/bus/bus.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createNotifications, type Notifications } from './notifications.ts';

const botKey = '0123456789abc';
const hour = 3_600_000;
const downNotice: NotificationContent = {
  kind: 'connection',
  code: 'BotDown',
  state: 'began',
  botKey,
  detail: '502 <Bad Gateway>',
};
const upNotice: NotificationContent = { ...downNotice, state: 'ended' };
const grantNotice: NotificationContent = { kind: 'access', code: 'granted', botKey, detail: 'Ben <ben@example.com>' };
const newDevice: NotificationContent = { kind: 'account', code: 'new_device', detail: 'Firefox, Windows · 192.0.2.7' };

describe.each(testEngines)('messages to an account on $name', (engine) => {
  const metadata = testMetadata(engine);
  let time = Date.parse('2026-03-01T10:00:00Z');
  let mails: Mail[] = [];
  let telegramMessages: [tid: number, text: string][] = [];
  let notifications: Notifications;
  let mailServer = async (): Promise<void> => undefined;

  beforeEach(async () => {
    const { db } = metadata();
    for (const table of ['notifications', 'attempts', 'bots', 'accounts'] as const)
      await db.deleteFrom(table).execute();
    await db
      .insertInto('accounts')
      .values([
        { id: 'ann', email: 'ann@example.com', email_verified: true, time_zone: 'Europe/Berlin', tid: 42 },
        { id: 'rita', email: 'rita@example.com', email_verified: true, locale: 'ru' },
        { id: 'tom', email: null, tid: 43 },
      ])
      .execute();
    await db
      .insertInto('bots')
      .values({ key: botKey, bot_name: 'shop_bot', username: 'x', api_key_hash: '' })
      .execute();
    mails = [];
    telegramMessages = [];
    mailServer = async () => undefined;
    notifications = makeNotifications(true);
  });
  const makeNotifications = (withTelegram: boolean): Notifications =>
    createNotifications({
      metadata: metadata(),
      bus: createLocalBus(),
      publicUrl: 'https://stats.example',
      attempts: createAttempts(metadata().db, () => time),
      mailer: {
        async send(mail) {
          await mailServer();
          mails.push(mail);
        },
      },
      telegram: withTelegram ? async (tid, text) => void telegramMessages.push([tid, text]) : null,
      logger: pino({ level: 'silent' }),
      now: () => time,
    });
  const notify = async (key: string, ...messages: NotificationContent[]) => {
    for (const message of messages) await notifications.notify(key, message);
  };
  const choose = (kind: NotificationKind, ...methods: NotificationMethod[]) =>
    notifications.choose('ann', { kind, methods });

  test('are in the dashboard and in the mail, in the language and the zone of the account', async () => {
    await notify('ann', grantNotice);
    expect((await notifications.list('ann')).items).toEqual([
      {
        id: expect.any(Number),
        kind: 'access',
        code: 'granted',
        state: 'once',
        bot_key: botKey,
        bot_name: 'shop_bot',
        detail: 'Ben <ben@example.com>',
        at: '2026-03-01T10:00:00.000Z',
        read: false,
      },
    ]);
    expect(mails[0]).toMatchObject({
      to: 'ann@example.com',
      subject: 'shop_bot: You have been given access to this bot',
      text: expect.stringContaining('Mar 1, 2026, 11:00 AM (Europe/Berlin)'),
      html: expect.stringContaining('Ben &lt;ben@example.com&gt;'),
    });
    expect(mails[0]?.text).toContain(`https://stats.example/?bot=${botKey}`);

    await notify('rita', newDevice);
    expect(mails[1]?.subject).toBe('В ваш аккаунт вошли с нового устройства');
    expect(mails[1]?.text).toContain('Откуда: Firefox, Windows · 192.0.2.7');
    expect(mails[1]?.text).toContain('https://stats.example/profile');
  });

  test('go where the account wants each kind', async () => {
    expect(await notifications.settings('ann')).toEqual({
      available: ['app', 'email', 'telegram'],
      kinds: [
        { kind: 'connection', methods: ['app', 'email'] },
        { kind: 'access', methods: ['app', 'email'] },
        { kind: 'campaign', methods: ['app', 'email'] },
        { kind: 'integration', methods: ['app', 'email'] },
        { kind: 'account', methods: ['app', 'email'] },
        { kind: 'news', methods: [] },
      ],
    });
    await Promise.all([choose('access', 'telegram'), choose('connection')]);
    await notify('ann', grantNotice, downNotice, newDevice);
    expect((await notifications.list('ann')).items.map(({ code }) => code)).toEqual(['new_device']);
    expect(mails.map(({ subject }) => subject)).toEqual(['New sign-in to your account from an unknown device']);
    expect(telegramMessages).toEqual([
      [42, expect.stringContaining('shop_bot: You have been given access to this bot')],
    ]);
  });

  test('about the safety of the account are in the dashboard whatever is chosen', async () => {
    const { kinds } = await choose('account');
    expect(kinds[4]).toEqual({ kind: 'account', methods: ['app'] });
    await notify('ann', newDevice);
    expect((await notifications.list('ann')).unread).toBe(1);
    expect(mails).toEqual([]);
  });

  test('are not sent by a method that the account does not have', async () => {
    expect((await notifications.settings('tom')).available).toEqual(['app', 'telegram']);
    expect((await makeNotifications(false).settings('ann')).available).toEqual(['app', 'email']);
    await notify('tom', grantNotice);
    await notify('nobody', grantNotice);
    expect(mails).toEqual([]);
    expect(await metadata().db.selectFrom('notifications').select('account_key').execute()).toEqual([
      { account_key: 'tom' },
    ]);
    await expect(notifications.settings('nobody')).rejects.toThrow(expect.objectContaining({ code: 'NotSignedIn' }));
  });

  test('are mailed once in six hours if a connection comes and goes, and never about its end', async () => {
    await notify('ann', downNotice, upNotice, downNotice, upNotice, { ...downNotice, code: 'Gap' });
    expect(mails.map(({ subject }) => subject)).toEqual([
      'shop_bot: The bot is not accepting updates; they are queued',
      'shop_bot: Some traffic could not be recorded',
    ]);
    expect((await notifications.list('ann')).items).toHaveLength(5);
    time += 6 * hour;
    await notify('ann', downNotice);
    expect(mails).toHaveLength(3);
  });

  test('are mailed twenty times an hour at most if they are of one kind', async () => {
    for (let number = 0; number < 25; number += 1) await notify('ann', grantNotice);
    expect(mails).toHaveLength(20);
    await notify('ann', newDevice);
    expect(mails).toHaveLength(21);
  });

  test('are not lost to a mail server that is away', async () => {
    mailServer = async () => {
      throw new Error('away');
    };
    await notify('ann', grantNotice);
    expect((await notifications.list('ann')).unread).toBe(1);
    const invitation = { email: 'Ann@example.com', language: 'en', who: 'Ben', botKey, botName: 'shop_bot' } as const;
    await expect(notifications.invite({ ...invitation, link: 'https://stats.example/x' })).rejects.toThrow('away');
  });

  test('invite strangers by mail, and owners with an account in the dashboard too', async () => {
    const invitation = {
      language: 'ru',
      who: 'Ben',
      botKey,
      botName: 'shop_bot',
      link: 'https://stats.example/i?t=1',
    } as const;
    await notifications.invite({ ...invitation, email: 'new@example.com' });
    await notifications.invite({ ...invitation, email: 'Rita@example.com' });
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['new@example.com', 'shop_bot: приглашение в Botscope'],
      ['Rita@example.com', 'shop_bot: приглашение в Botscope'],
    ]);
    expect(mails[0]?.html).toContain('href="https://stats.example/i?t=1"');
    expect((await notifications.list('rita')).items).toMatchObject([{ code: 'invited', detail: 'Ben' }]);
  });

  test('are read page after page, by kind; each is read or unread; all can be read at once', async () => {
    await choose('access', 'app');
    for (let number = 0; number < 60; number += 1) await notify('ann', { ...grantNotice, detail: String(number) });
    await notify('ann', newDevice);
    const first = await notifications.list('ann');
    expect([first.unread, first.items.length, first.more]).toEqual([61, 50, true]);
    const rest = await notifications.list('ann', { before: first.items.at(-1)!.id });
    expect([rest.items.length, rest.more, rest.items.at(-1)?.detail]).toEqual([11, false, '0']);
    const ofAccount = await notifications.list('ann', { kind: 'account' });
    expect(ofAccount.items.map(({ code }) => code)).toEqual(['new_device']);

    const [newest, second] = first.items;
    let heard = 0;
    const stop = notifications.watch('ann', () => {
      heard += 1;
    });
    expect((await notifications.mark('ann', second!.id, true)).items.map(({ read }) => read).slice(0, 3)).toEqual([
      false,
      true,
      false,
    ]);
    expect((await notifications.mark('ann', second!.id, false)).unread).toBe(61);
    // Notifications of other accounts stay as they are.
    await notifications.mark('rita', second!.id, true);
    expect((await notifications.list('ann')).unread).toBe(61);
    expect((await notifications.read('ann', newest!.id)).unread).toBe(0);
    expect(heard).toBe(3);
    stop();
  });

  test('are not pushed out by those of another kind', async () => {
    await choose('access', 'app');
    await notify('ann', newDevice);
    for (let number = 0; number < 203; number += 1) await notify('ann', grantNotice);
    const { db } = metadata();
    const counts = await db
      .selectFrom('notifications')
      .select(['kind', ({ fn }) => fn.countAll().as('count')])
      .groupBy('kind')
      .orderBy('kind')
      .execute();
    expect(counts.map(({ kind, count }) => [kind, Number(count)])).toEqual([
      ['access', 200],
      ['account', 1],
    ]);
  });
});
