import type { IncomingMessage } from 'node:http';

/** The body of a call that is not passed on as it comes. Null if it is larger than `limit` bytes. Rejects if the client hangs up. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    request.resume();
    return Promise.resolve(null);
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve(null);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    // Also an ordinary end is followed by 'close'; an error is not made for nothing (10 µs).
    request.once('close', () => {
      if (!request.complete) reject(new Error('the client hung up'));
    });
  });
}
