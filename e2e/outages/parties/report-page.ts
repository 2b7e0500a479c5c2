import type { Report } from '@botscope/contract';
import { expect } from '@playwright/test';
import { until } from '../../fixtures/server.ts';
import { connectBot } from '../bot.ts';
import { forFailures, getFailure } from '../failures.ts';
import { createStepper, type StartParty } from '../party.ts';

/** As of the colleague. */
const timeoutMs = 60_000;
const hungMs = 10_000;
const caughtUpMs = 60_000;

const hangs = forFailures(false, {
  'PostgreSQL is half-open': true,
  'ClickHouse is half-open': true,
  'the app process is killed': true,
  'the app process is killed twice': true,
  'the traffic process is killed': true,
  'the traffic process is killed while the app process hangs': true,
  'the server is stopped while the app process hangs': true,
  'the server is restarted': true,
});

/** The page says what they mean and asks again. */
const clearErrors = ['Overloaded', 'StoreUnavailable'];

/** A report that stays open: its page asks again and again, as every open page does. */
export const reportPageParty: StartParty = async (installation) => {
  const { owner } = installation;
  const bot = await connectBot(installation, { name: 'report_page', mode: 'polling' });
  const user = bot.newUser();
  const path = `/api/reports/${bot.key}/messages_from_user?period=7d`;
  let texts = 0;
  let waitMs = timeoutMs;
  let shownAnswers: { status: number; code: string }[] = [];
  const stepper = createStepper(async () => {
    const answer = await owner.call('GET', path, undefined, waitMs).catch(() => ({ status: 0, code: 'no answer' }));
    shownAnswers.push({ status: answer.status, code: answer.code });
  });
  const total = async (): Promise<number | undefined> => {
    const { status, data } = await owner.call('GET', path);
    return status === 200 ? ((data as Report).lines.find(({ name }) => name === 'text')?.total ?? 0) : undefined;
  };

  return {
    name: 'report page',
    async begin(failure) {
      shownAnswers = [];
      waitMs = hangs(failure) ? hungMs : timeoutMs;
    },
    act() {
      texts += 1;
      bot.says(user, `text ${texts}`);
      stepper.act();
    },
    hasSeen: () => shownAnswers.length > 0,
    async finish() {
      await stepper.finished();
      await bot.caughtUp();
    },
    async check(failure) {
      await until(async () => (await total()) === texts, caughtUpMs).catch(async () => {
        throw new Error(`the report shows ${await total()} of ${texts} texts`);
      });
      const isFine = ({ status, code }: (typeof shownAnswers)[number]) =>
        status === 200 ||
        (!getFailure(failure).isOfTelegram && status === 503 && clearErrors.includes(code)) ||
        (status === 0 && hangs(failure));
      expect(
        shownAnswers.filter((answer) => !isFine(answer)),
        'answers that a page cannot explain',
      ).toEqual([]);
    },
    close: bot.close,
  };
};
