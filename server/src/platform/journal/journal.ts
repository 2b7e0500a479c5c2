import { type JournalFile, type JournalFilesOptions, openJournalFiles } from './journal-files.ts';
import { headerBytes } from './log-file.ts';
import { parseRecords, recordPieces, recordSize, removalMark } from './records.ts';

/** Dead bytes that are let lie before the oldest file is cleared; below that the copying is not worth it. */
const slackBytes = 8 * 1024 * 1024;

interface Change {
  add?: readonly Buffer[];
  /** Numbers of records to take away; unknown ones are ignored. */
  remove?: readonly number[];
}

/** Numbered records on disk until they are taken away. */
export interface Journal {
  /**
   * Does all of a change or nothing. Resolves when it is on disk, with the numbers of the added records; changes that
   * come while one is being written go to disk together. Rejects if the disk, or the journal, is full.
   */
  commit(change: Change): Promise<number[]>;
  /** @throws Error if there is no such record. */
  read(id: number): Promise<Buffer>;
  /** Every record, oldest first. For the start: records added meanwhile may be left out. */
  records(): AsyncGenerator<{ id: number; bytes: Buffer }>;
  size(): { records: number; bytes: number };
  /** Resolves when everything that was asked for is written. */
  close(): Promise<void>;
}

export interface JournalOptions extends JournalFilesOptions {
  /** Bytes on disk beyond which nothing is added; removals always find room. */
  maxBytes: number;
}

interface Waiting {
  change: Change;
  done: PromiseWithResolvers<number[]>;
}

/** Opens `directory` with whatever an earlier process left there. */
export async function openJournal(directory: string, options: JournalOptions): Promise<Journal> {
  const disk = await openJournalFiles(directory, options);
  const index = createRecordIndex();
  let waitingCommits: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let clearsFrom = slackBytes;

  for (const file of disk.files) {
    let position = 0;
    for (const { body } of await disk.read(file)) {
      const start = position + headerBytes;
      index.apply(file, start, body);
      position = start + body.length;
    }
  }

  const diskBytes = (): number => disk.files.reduce((sum, file) => sum + file.bytes, 0);

  async function write(pieces: Buffer[], rows: number): Promise<void> {
    const body = Buffer.concat(pieces);
    const { file, start } = await disk.append({ body, rows });
    index.apply(file, start, body);
  }

  async function writeGroup(group: Waiting[]): Promise<void> {
    const { pieces, fitting, tooLarge } = encodeGroup(group, index, options.maxBytes - diskBytes());
    for (const one of tooLarge) one.done.reject(new Error('The journal has reached its size limit'));
    try {
      if (pieces.length > 0) await write(pieces, pieces.length);
      for (const { one, ids } of fitting) one.done.resolve(ids);
    } catch (error) {
      for (const { one } of fitting) one.done.reject(error);
    }
  }

  /** Deletes oldest files that nothing lives in, and copies what is left of one when the dead outweigh the living. */
  async function clear(): Promise<void> {
    for (let [oldest] = disk.files; oldest !== undefined; [oldest] = disk.files) {
      const isEmpty = oldest.live.size === 0 && disk.files.length > 1;
      if (!isEmpty && diskBytes() < Math.max(clearsFrom, 2 * index.liveBytes() + slackBytes)) return;
      if (oldest.live.size > 0) {
        const file = oldest;
        const liveRecords = await Promise.all([...file.live].map(async (id) => recordPieces(id, await readAt(id))));
        await write(liveRecords.flat(), liveRecords.length);
        if (file.live.size > 0) return;
      }
      await disk.dropOldest();
    }
  }

  async function pump(): Promise<void> {
    while (waitingCommits.length > 0) {
      const group = waitingCommits;
      waitingCommits = [];
      await writeGroup(group);
      clearsFrom = await clear().then(
        () => slackBytes,
        // The disk is full, say. What is there stays right; the next try is made when as much has come again.
        () => diskBytes() + slackBytes,
      );
    }
    writing = undefined;
  }

  async function readAt(id: number): Promise<Buffer> {
    const place = index.find(id);
    if (place === undefined) throw new Error(`The journal has no record ${id}`);
    return await disk.readPiece(place.file, place.start, place.length).catch((error: unknown) => {
      // It was copied elsewhere, and its old file deleted, under our hands.
      if (index.find(id) === place) throw error;
      return readAt(id);
    });
  }

  return {
    commit(change) {
      const completion = Promise.withResolvers<number[]>();
      waitingCommits.push({ change, done: completion });
      writing ??= pump();
      return completion.promise;
    },
    read: readAt,
    async *records() {
      for (const file of [...disk.files]) {
        for (const { body } of await disk.read(file)) {
          for (const { id, at } of parseRecords(body)) {
            if (at && index.find(id)?.file === file) yield { id, bytes: body.subarray(at.start, at.end) };
          }
        }
      }
    },
    size: () => ({ records: index.count(), bytes: index.liveBytes() }),
    async close() {
      while (writing) await writing;
      await disk.close();
    },
  };
}

/** Encodes the changes of a group that fit into `room`, with the numbers of their records. */
function encodeGroup(group: readonly Waiting[], index: RecordIndex, room: number) {
  const pieces: Buffer[] = [];
  const fitting: { one: Waiting; ids: number[] }[] = [];
  const tooLarge: Waiting[] = [];
  let roomLeft = room;
  for (const one of group) {
    const { add = [], remove = [] } = one.change;
    roomLeft -= add.reduce((sum, bytes) => sum + recordSize(bytes), 0);
    if (add.length > 0 && roomLeft < 0) {
      tooLarge.push(one);
      continue;
    }
    const ids = add.map((bytes) => {
      const id = index.nextId();
      pieces.push(...recordPieces(id, bytes));
      return id;
    });
    pieces.push(...remove.filter((id) => index.find(id) !== undefined).map(removalMark));
    fitting.push({ one, ids });
  }
  return { pieces, fitting, tooLarge };
}

type RecordIndex = ReturnType<typeof createRecordIndex>;

/** Index of the living records: the file and the position of each. */
function createRecordIndex() {
  const places = new Map<number, { file: JournalFile; start: number; length: number }>();
  let nextId = 1;
  let liveBytes = 0;

  function forget(id: number): void {
    const place = places.get(id);
    if (place === undefined) return;
    places.delete(id);
    place.file.live.delete(id);
    liveBytes -= place.length;
  }

  return {
    count: (): number => places.size,
    liveBytes: (): number => liveBytes,
    /** A number for a record that is about to be written. */
    nextId: (): number => nextId++,
    find: (id: number) => places.get(id),
    /** Takes over what a frame says; `bodyStart` is where its body lies in the file. */
    apply(file: JournalFile, bodyStart: number, body: Buffer): void {
      for (const { id, at } of parseRecords(body)) {
        forget(id);
        nextId = Math.max(nextId, id + 1);
        if (at === null) continue;
        places.set(id, { file, start: bodyStart + at.start, length: at.end - at.start });
        file.live.add(id);
        liveBytes += at.end - at.start;
      }
    },
  };
}
