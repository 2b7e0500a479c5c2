import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { withstands } from './attack.ts';
import type { AttackBed } from './attack-bed.ts';

/** Time for which the attacker keeps the connections open without reading an answer, ms. */
const silenceMs = 6_000;

/** Sends the same request many times over a few connections, without waiting for answers or reading them. */
function pipeline(path: string, connections: number, requests: number): (bed: AttackBed) => Promise<unknown> {
  return async (bed) => {
    const { hostname, port } = new URL(bed.server.url);
    const text = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(requests);
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      // Without a reader the answers fill the buffers of both systems and stay there.
      socket.pause();
      socket.write(text);
      return socket;
    });
    await wait(silenceMs);
    for (const socket of sockets) socket.destroy();
  };
}

withstands([
  { name: '5 connections with 10,000 pipelined questions each', run: pipeline('/api/site/init', 5, 10_000) },
  { name: '8 connections with 5,000 pipelined questions each', run: pipeline('/api/site/init', 8, 5_000) },
  { name: 'pipelined pages and scripts that nobody reads', run: pipeline('/site.js', 8, 5_000) },
  { name: 'pipelined hits', run: pipeline('/hit', 8, 5_000) },
  { name: 'pipelined webhooks of nobody', run: pipeline('/hook/nobody/nothing', 8, 5_000) },
  { name: 'pipelined calls with a token of nobody', run: pipeline(`/bot1:${'A'.repeat(35)}/getMe`, 8, 5_000) },
  {
    name: '200 connections with 500 pipelined liveness checks each',
    // Node reads 64 kB of a connection at once and parses all requests in it before one of them can be stopped.
    limitMs: 2_500,
    run: pipeline('/healthz', 200, 500),
  },
]);
