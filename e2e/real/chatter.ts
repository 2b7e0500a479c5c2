import type { Call } from '@botscope/testkit/telegram/calls.ts';
import { until } from '../fixtures/server.ts';
import { describeRun, type ShopRun } from './shop-run.ts';
import { shopUsers } from './shop-scenario.ts';

/** Users who only write texts, numbered, and count what comes back. */
export interface Chatter {
  /** One user writes the next text. */
  says(user: 'anna' | 'boris'): string;
  /** Resolves when every text that was said has been echoed. */
  echoed(timeoutMs?: number): Promise<void>;
  /** Resolves when every text that was said has come to the bot's code, at least once. */
  handled(timeoutMs?: number): Promise<void>;
  /** Texts in the order in which they came back, by user: each once if nothing was doubled. */
  echoes(user: 'anna' | 'boris'): string[];
  /** Texts in the order in which the bot's code got them. */
  handledBy(user: 'anna' | 'boris'): string[];
  said(user: 'anna' | 'boris'): string[];
}

export function startChatter(run: ShopRun): Chatter {
  const users = shopUsers(run.telegram, run.bot);
  const textsByUser: Record<'anna' | 'boris', string[]> = { anna: [], boris: [] };
  const names = ['anna', 'boris'] as const;

  const echoes = (user: 'anna' | 'boris') =>
    run.bot.calls.filter(isDone).flatMap(({ params }) => {
      const text = /^You said: (.*)$/.exec(String(params.text))?.[1];
      return text !== undefined && String(params.chat_id) === String(users[user].user.id) ? [text] : [];
    });
  const handledBy = (user: 'anna' | 'boris') =>
    run.process.receivedUpdates.flatMap((update) => {
      const { message } = update as { message?: { from: { id: number }; text?: string } };
      return message?.from.id === users[user].user.id && message.text !== undefined ? [message.text] : [];
    });
  const all =
    (listTexts: (user: 'anna' | 'boris') => string[], description: string) =>
    async (timeoutMs = 80_000) => {
      const findMissing = () =>
        names.flatMap((name) => textsByUser[name].filter((text) => !listTexts(name).includes(text)));
      await until(async () => findMissing().length === 0, timeoutMs).catch(async () => {
        throw new Error(`@${run.bot.username}: not ${description}: ${findMissing()}\n${await describeRun(run)}`);
      });
    };

  return {
    says(user) {
      const text = `${user} ${textsByUser[user].length + 1}`;
      textsByUser[user].push(text);
      users[user].sends(text);
      return text;
    },
    echoed: all(echoes, 'echoed'),
    handled: all(handledBy, 'handled'),
    echoes,
    handledBy,
    said: (user) => textsByUser[user],
  };
}

const isDone = ({ method, status }: Call) => method === 'sendMessage' && status === 200;
