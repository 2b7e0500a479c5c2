import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Parts of Emscripten's file layer for Node that are changed here. */
interface NodeFiles {
  stream_ops: { fsync?: (stream: { nfd: number }) => number };
  node_ops: { setattr(node: unknown, attributes: { mode?: number }): void };
}

/**
 * PGlite's files on disk, for their user alone and with fsync. PGlite starts PostgreSQL with `-F` (no fsync) and its file layer ignores the
 * call anyway: a power cut could take back committed rows. Measured: one fsync per commit, about 1 ms on an SSD.
 */
export class DurableFiles extends NodeFS {
  override async init(pg: Parameters<NodeFS['init']>[0], options: Parameters<NodeFS['init']>[1]) {
    const { emscriptenOpts } = await super.init(pg, options);
    const adapt = (module: { NODEFS?: unknown }) => {
      const files = module.NODEFS as NodeFiles;
      files.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd);
        return 0;
      };
      // It sets the mode of each new file once more, past the umask of the process.
      const { setattr } = files.node_ops;
      files.node_ops.setattr = (node, attributes) =>
        setattr(node, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~0o077 });
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), adapt] } };
  }
}
