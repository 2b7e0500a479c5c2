import { shopClients } from './clients.ts';
import { expectSame } from './compare.ts';
import { test } from './real-test.ts';

for (const [name, client] of Object.entries(shopClients)) {
  for (const mode of client.modes) {
    test(`${name}, ${mode}: Telegram and the bot see what they see without us`, ({ botscope }) =>
      expectSame({ client, mode, botscope }, `${name} ${mode}`));
  }
}
