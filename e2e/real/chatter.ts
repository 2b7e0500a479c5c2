import type { Call } from '@botscope/testkit/telegram/calls.ts';
import { until } from '../fixtures/server.ts';
import { describeRun, type ShopRun } from './shop-run.ts';
import { shopPeople } from './shop-scenario.ts';

/** People who only write texts, numbered, and count what comes back. */
export interface Chatter {
  /** One person writes the next text. */
  says(person: 'anna' | 'boris'): string;
  /** Resolves when every text that was said has been echoed. */
  echoed(timeoutMs?: number): Promise<void>;
  /** Resolves when every text that was said has come to the bot's code, at least once. */
  handled(timeoutMs?: number): Promise<void>;
  /** Texts in the order in which they came back, by person: each once if nothing was doubled. */
  echoes(person: 'anna' | 'boris'): string[];
  /** Texts in the order in which the bot's code got them. */
  handledBy(person: 'anna' | 'boris'): string[];
  said(person: 'anna' | 'boris'): string[];
}

export function startChatter(run: ShopRun): Chatter {
  const people = shopPeople(run.telegram, run.bot);
  const textsByUser: Record<'anna' | 'boris', string[]> = { anna: [], boris: [] };
  const names = ['anna', 'boris'] as const;

  const echoes = (person: 'anna' | 'boris') =>
    run.bot.calls.filter(isDone).flatMap(({ params }) => {
      const text = /^You said: (.*)$/.exec(String(params.text))?.[1];
      return text !== undefined && String(params.chat_id) === String(people[person].user.id) ? [text] : [];
    });
  const handledBy = (person: 'anna' | 'boris') =>
    run.process.receivedUpdates.flatMap((update) => {
      const { message } = update as { message?: { from: { id: number }; text?: string } };
      return message?.from.id === people[person].user.id && message.text !== undefined ? [message.text] : [];
    });
  const all =
    (listTexts: (person: 'anna' | 'boris') => string[], description: string) =>
    async (timeoutMs = 80_000) => {
      const findMissing = () =>
        names.flatMap((name) => textsByUser[name].filter((text) => !listTexts(name).includes(text)));
      await until(async () => findMissing().length === 0, timeoutMs).catch(async () => {
        throw new Error(`@${run.bot.username}: not ${description}: ${findMissing()}\n${await describeRun(run)}`);
      });
    };

  return {
    says(person) {
      const text = `${person} ${textsByUser[person].length + 1}`;
      textsByUser[person].push(text);
      people[person].sends(text);
      return text;
    },
    echoed: all(echoes, 'echoed'),
    handled: all(handledBy, 'handled'),
    echoes,
    handledBy,
    said: (person) => textsByUser[person],
  };
}

const isDone = ({ method, status }: Call) => method === 'sendMessage' && status === 200;
