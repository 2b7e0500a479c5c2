import { expect, test } from 'vitest';
import { askPipelined } from './test-pipeline.ts';
import { startTestServer } from './test-server.ts';

test('pipelined requests of every kind are answered in order where no traffic process is before the app', async () => {
  const server = await startTestServer();
  try {
    const { alone, pipelined } = await askPipelined(server.url);
    expect(pipelined).toEqual(alone);
    expect(alone).toContain('/healthz 200 application/json; charset=utf-8');
  } finally {
    await server.close();
  }
}, 120_000);
