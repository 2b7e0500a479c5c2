import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { TestVisitor } from './test-server.ts';

/** An open stream: each event with the data that came, and `end` when the server closed it. */
export interface TestStream {
  next(): Promise<{ event: string; data: Record<string, unknown> }>;
  leave(): void;
}

/** Opens `/api/<path>` with the cookies of a browser. */
export async function openStream(url: string, visitor: TestVisitor, path: string): Promise<TestStream> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  // The pool of fetch opens a spare connection when a stream is left, for which a server that stops waits.
  const request = get(`${url}/api/${path}`, { headers: { cookie }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]();
  let text = '';
  return {
    /** The next event. Comments are beats. */
    async next() {
      for (;;) {
        const block = text.split('\n\n').slice(0, -1)[0];
        if (block === undefined) {
          const { done, value = '' } = await chunks.next();
          if (done) return { event: 'end', data: {} };
          text += value;
          continue;
        }
        text = text.slice(block.length + 2);
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
        if (event !== undefined) return { event, data: JSON.parse(data ?? '{}') };
      }
    },
    leave: () => void request.destroy(),
  };
}
