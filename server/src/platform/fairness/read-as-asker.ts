import { bindToAsker } from './asker.ts';

/**
 * Yields the same chunks, each read on behalf of the present asker: a stream asks for the next one whenever its client
 * is ready, from anywhere, and would otherwise read it as work of the background.
 */
export function readAsAsker<Chunk>(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  const bound = bindToAsker();
  const source = chunks[Symbol.asyncIterator]();
  async function* read(): AsyncGenerator<Chunk> {
    try {
      for (let next = await bound(() => source.next()); !next.done; next = await bound(() => source.next())) {
        yield next.value;
      }
    } finally {
      await source.return?.();
    }
  }
  return read();
}
