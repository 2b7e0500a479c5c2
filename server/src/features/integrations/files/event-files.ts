import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeQueryFile } from '../../../analytics/query/run-query.ts';
import type { EventStore, FileFormat } from '../../../events/store/event-store.ts';
import type { Sealer } from '../../../platform/outgoing/sealer.ts';
import { type IntegrationRow, readPrivacy, readSelection } from '../integration-row.ts';
import type { DeliveryItem, EventFile } from '../providers/provider.ts';
import { fileStatement } from './file-sql.ts';

/** Files at once, of all integrations together: each may be in memory up to what one request takes. */
const maxFiles = 3;

type FileIntegration = Pick<IntegrationRow, 'key' | 'bot_key' | 'selection' | 'privacy'>;

/** Files with events, on the disk of this process while they are sent: none is ever whole in memory. */
export interface EventFiles {
  /** Deletes what an earlier process left. */
  clear(): Promise<void>;
  withFile<Result>(
    integration: FileIntegration,
    item: Pick<DeliveryItem, 'event'>,
    format: FileFormat,
    use: (file: EventFile | null) => Promise<Result>,
  ): Promise<Result>;
}

export function createEventFiles({
  store,
  sealer,
  dataDir,
  keptFrom,
}: {
  store: Pick<EventStore, 'writeFile' | 'rollup'>;
  sealer: Pick<Sealer, 'hash'>;
  dataDir: string;
  /** Unix ms from which the events of a bot are kept whole. */
  keptFrom: (bot: string) => Promise<number>;
}): EventFiles {
  const directory = join(dataDir, 'integration-files');
  const turns = createTurns(maxFiles);

  async function write(
    integration: FileIntegration,
    item: Pick<DeliveryItem, 'event'>,
    path: string,
    format: FileFormat,
  ) {
    const { bot_key: bot, key } = integration;
    const { from, until } = readSpan(item);
    const statement = await fileStatement(store, {
      ...{ bot, from, until, format, types: readSelection(integration.selection).types },
      ...{ privacy: readPrivacy(integration.privacy), salt: sealer.hash(`integration ${key} files`) },
    });
    await mkdir(directory, { recursive: true });
    await writeQueryFile(store, statement, { path, format }, { tag: `integrations/${bot}` });
  }

  return {
    clear: () => rm(directory, { recursive: true, force: true }),
    async withFile(integration, item, format, use) {
      // A file of events that are deleted by now would replace the one that has them.
      if (readSpan(item).from < (await keptFrom(integration.bot_key))) return use(null);
      const path = join(directory, randomUUID());
      const leave = await turns.enter();
      try {
        await write(integration, item, path, format);
        const handle = await open(path);
        try {
          return await use(await readable(handle));
        } finally {
          await handle.close();
        }
      } finally {
        leave();
        await rm(path, { force: true });
      }
    },
  };
}

const readSpan = ({ event }: Pick<DeliveryItem, 'event'>): { from: number; until: number } => ({
  from: Date.parse(String(event.data.from)),
  until: Date.parse(String(event.data.until)),
});

async function readable(handle: FileHandle): Promise<EventFile> {
  const { size } = await handle.stat();
  return {
    bytes: size,
    async read(from, length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    },
  };
}

/** Lets so many in at once; the others wait in the order in which they came. */
function createTurns(count: number) {
  let free = count;
  const waiters: (() => void)[] = [];
  const leave = (): void => {
    const next = waiters.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    /** @returns what is to be called at the end */
    async enter(): Promise<() => void> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiters.push(resolve));
      return leave;
    },
  };
}
