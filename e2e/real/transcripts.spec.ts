import { type Mode, shopClients } from './clients.ts';
import { expectSame } from './compare.ts';
import { expect, test } from './real-test.ts';

test.describe.configure({ timeout: 240_000 });

/** Bots spend most of a scenario waiting for each other, but more processes than these make one another late. */
const atOnce = 4;

for (const mode of ['polling', 'webhook'] satisfies Mode[]) {
  test(`${mode}: Telegram and bots on every framework see the same with and without Botscope`, async ({ botscope }) => {
    const clients = Object.entries(shopClients).filter(([, client]) => client.modes.includes(mode));
    const failures: string[] = [];
    const worker = async (): Promise<void> => {
      for (let next = clients.shift(); next; next = clients.shift()) {
        const [name, client] = next;
        await expectSame({ client, mode, botscope }, `${name} ${mode}`).catch((error: Error) => {
          failures.push(`${name}: ${error.stack}`);
        });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    expect(failures.join('\n\n')).toBe('');
  });
}
