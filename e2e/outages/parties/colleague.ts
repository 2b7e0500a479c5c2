import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Campaign, OutgoingMessage } from '@botscope/contract';
import { expect } from '@playwright/test';
import { until } from '../../fixtures/server.ts';
import { connectBot } from '../bot.ts';
import { type FailureName, forFailures } from '../failures.ts';
import { createStepper, type StartParty } from '../party.ts';

/** The error code that a colleague was shown: `''` is success. */
interface Attempt {
  kind: 'message' | 'edit' | 'test';
  text: string;
  /** An error code; `no answer` where the browser waited in vain or lost the connection. */
  shown: string;
  /** Whether what was shown leaves open if it was done. */
  isOpen: boolean;
}

/** A busy machine is slow; what hangs for good is waited for no longer than it takes to say so, ms. */
const timeoutMs = 60_000;
const hungMs = 10_000;
/** Sixty messages and edits a minute are allowed. */
const paceMs = 2_500;
const endedMs = 420_000;
const testText = 'The news, as a test';

/** Errors that say what happened and what to do. */
const clearErrors = ['TelegramUnavailable', 'TelegramUncertain', 'TooManyRequests', 'Overloaded', 'StoreUnavailable'];
/** A request that was under way when the server stopped answering may have been done, or be done afterwards. */
const isUncertain = forFailures<readonly string[]>(['TelegramUncertain', 'no answer'], {
  'the app process hangs': ['TelegramUncertain', 'no answer', 'Overloaded'],
});
const hangs = forFailures(false, {
  'PostgreSQL is half-open': true,
  'Telegram is half-open': true,
  'the app process is killed': true,
  'the app process is killed twice': true,
  'the traffic process is killed': true,
  'the traffic process is killed while the app process hangs': true,
  'the server is stopped while the app process hangs': true,
  'the server is restarted': true,
});

/** A colleague who writes to a user, edits what was written, and sends a draft to themselves. */
export const colleagueParty: StartParty = async (installation) => {
  const { owner } = installation;
  const bot = await connectBot(installation, { name: 'colleague', mode: 'webhook' });
  const root = `/api/bots/${bot.key}`;
  const user = bot.newUser();
  bot.says(user, '/start');
  const chat = `${root}/users/${user.id}/messages`;
  const attempts: Attempt[] = [];
  const sentMessages: { text: string; body: object }[] = [];
  let number = 0;
  let waitMs = timeoutMs;
  let current: FailureName = 'Telegram is away';

  const write = (text: string) => owner.ask<OutgoingMessage>('POST', chat, { text, idempotency_key: randomUUID() });
  await until(async () => (await owner.call('GET', `${chat}/written`)).status === 200, timeoutMs);
  const first = await until(
    async () => (await owner.call('GET', `${root}/users/${user.id}`)).status === 200,
    timeoutMs,
  ).then(() => write('Hello'));
  await until(async () => {
    const { status } = await owner.ask<OutgoingMessage>('GET', `${chat}/${first.id}`);
    return status === 'delivered';
  }, timeoutMs);
  const draft = await owner.ask<Campaign>('POST', `${root}/campaigns`, { name: 'Draft', audience: { kind: 'all' } });
  const draftPath = `${root}/campaigns/${draft.campaign_id}`;
  await owner.ask('POST', draftPath, { revision: draft.revision, message: { text: testText } });

  const attempt = async (kind: Attempt['kind'], text: string, path: string, body: object): Promise<void> => {
    const shownError = await owner.call('POST', path, body, waitMs).then(
      ({ status, code, text: answer }) => (status < 400 ? '' : code || answer),
      () => 'no answer',
    );
    attempts.push({ kind, text, shown: shownError, isOpen: isUncertain(current).includes(shownError) });
  };
  const step = async (): Promise<void> => {
    number += 1;
    const text = `Message ${number}`;
    // The page keeps the key of a message that it could not hand over, and so may the colleague send it again.
    const body = { text, idempotency_key: randomUUID() };
    sentMessages.push({ text, body });
    await attempt('message', text, chat, body);
    const edited = `Hello, edited ${number}`;
    await attempt('edit', edited, `${chat}/${first.id}/edit`, { text: edited });
    await attempt('test', testText, `${draftPath}/test`, { user_id: user.id });
    await wait(paceMs);
  };
  const stepper = createStepper(step);
  const executed = (text: string) =>
    bot.simulated.calls.filter((call) => call.params.text === text && call.status === 200).length;
  let before = 0;

  return {
    name: 'colleague',
    async begin(failure) {
      before = attempts.length;
      current = failure;
      waitMs = hangs(failure) ? hungMs : timeoutMs;
    },
    act: stepper.act,
    hasSeen: (failure) => attempts.length >= before + (hangs(failure) ? 1 : 3),
    async finish() {
      await stepper.finished();
      // An item that was not handed over is sent again, by its key.
      const isUnsure = ({ text }: (typeof sentMessages)[number]) =>
        attempts.slice(before).some((one) => one.text === text && one.shown !== '');
      for (const { body } of sentMessages.filter(isUnsure)) await owner.ask('POST', chat, body);
      await until(async () => {
        const open = await owner.ask<OutgoingMessage[]>('GET', `${chat}/outbox`);
        return open.every(({ status }) => status !== 'waiting' && status !== 'sending');
      }, endedMs);
      await bot.caughtUp();
    },
    async check(failure) {
      const outbox = await owner.ask<OutgoingMessage[]>('GET', `${chat}/outbox`);
      for (const { text } of sentMessages) {
        const open = outbox.find(({ content }) => content.text === text);
        expect(executed(text), `${text}: never twice`).toBeLessThanOrEqual(1);
        if (open?.status === 'refused') expect(executed(text), `${text}: refused`).toBe(0);
        if (open === undefined) expect(executed(text), `${text}: delivered`).toBe(1);
      }
      const recent = attempts.slice(before);
      const isClear = ({ shown }: Attempt) =>
        shown === '' || clearErrors.includes(shown) || (shown === 'no answer' && hangs(failure));
      expect(
        recent.filter((one) => !isClear(one)),
        'errors that say nothing',
      ).toEqual([]);
      for (const { text, shown } of recent.filter(({ kind }) => kind === 'edit')) {
        if (shown === '') expect(executed(text), `${text}: shown as done`).toBeGreaterThan(0);
        if (shown === 'TelegramUnavailable') expect(executed(text), `${text}: shown as not done`).toBe(0);
      }
      const tests = attempts.filter(({ kind }) => kind === 'test');
      const doneCount = tests.filter(({ shown }) => shown === '').length;
      const uncertain = tests.filter(({ isOpen }) => isOpen).length;
      expect(executed(testText), 'tests that were sent, and shown as such').toBeGreaterThanOrEqual(doneCount);
      expect(executed(testText), 'tests that were sent, but shown as not sent').toBeLessThanOrEqual(
        doneCount + uncertain,
      );
    },
    close: bot.close,
  };
};
