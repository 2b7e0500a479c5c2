import { shopClients } from './clients.ts';
import { expectSame } from './compare.ts';
import { expect, test } from './real-test.ts';

test.describe.configure({ timeout: 240_000 });

/** Bots spend most of a scenario waiting for each other, but more processes than these make one another late. */
const atOnce = 4;

test('Telegram and bots on every framework see the same with and without Botscope', async ({ botscope }) => {
  const cases = Object.entries(shopClients).flatMap(([name, client]) =>
    client.modes.map((mode) => ({ name: `${name} ${mode}`, client, mode })),
  );
  const failures: string[] = [];
  const worker = async (): Promise<void> => {
    for (let next = cases.shift(); next; next = cases.shift()) {
      const { name, client, mode } = next;
      await expectSame({ client, mode, botscope }, name).catch((error: Error) => {
        failures.push(`${name}: ${error.stack}`);
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  expect(failures.join('\n\n')).toBe('');
});
