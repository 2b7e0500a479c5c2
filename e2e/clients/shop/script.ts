import { createHash } from 'node:crypto';

const env = process.env;

/** Settings from the environment: the address of Telegram, and how the bot gets its updates. */
export const settings = {
  token: env.BOT_TOKEN ?? '',
  apiRoot: env.API_ROOT ?? '',
  mode: env.BOT_MODE === 'webhook' ? 'webhook' : 'polling',
  port: Number(env.BOT_PORT ?? 0),
  /** Telegram sends it along with each update of a webhook. */
  secret: env.BOT_SECRET ?? '',
} as const;

export const hookPath = '/hook';

/** Texts that every bot of this folder sends. */
export const words = {
  welcome: (name: string) => `Welcome, ${name}!`,
  buy: 'Buy',
  thanks: 'Thanks',
  bought: 'It is yours.',
  heard: (text: string) => `You said: ${text}`,
  received: (content: Uint8Array) =>
    `${content.length} bytes, ${createHash('sha256').update(content).digest('hex').slice(0, 16)}`,
  paid: (stars: number) => `Paid: ${stars}`,
} as const;

export const buttonData = 'buy';

export const report = { name: 'отчёт.txt', content: Buffer.from('Отчёт за март: всё продано.\n'.repeat(200)) } as const;

export const invoice = {
  title: 'Shoes',
  description: 'Red ones, size 42',
  payload: 'order-1',
  currency: 'XTR' as const,
  prices: [{ label: 'Shoes', amount: 50 }],
};

export const inlineResults = (query: string) => [
  {
    type: 'article' as const,
    id: 'first',
    title: `About ${query}`,
    input_message_content: { message_text: `All about ${query}` },
  },
];

// Handlers of event emitters have nobody who would catch what they throw.
process.on('unhandledRejection', (error) => console.error(error));

/** Reports to the test which update reached the bot's own code. */
export function saw(update: unknown): void {
  console.log(`saw ${JSON.stringify(update)}`);
}

/** Reports to the test that the bot listens. */
export function reportReady(): void {
  console.log('ready');
}

/** Downloads of frameworks that leave it to their users. */
export async function download(filePath: string | undefined): Promise<Uint8Array> {
  const response = await fetch(`${settings.apiRoot}/file/bot${settings.token}/${filePath}`);
  if (!response.ok) throw new Error(`the file came with ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

export function onStop(stop: () => unknown): void {
  process.once('SIGTERM', async () => {
    await stop();
    process.exit(0);
  });
}
