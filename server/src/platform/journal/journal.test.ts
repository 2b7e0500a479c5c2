import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DurableFile, openDurably } from './durable-file.ts';
import { type Journal, type JournalOptions, openJournal as openRealJournal } from './journal.ts';

let directory: string;
let openJournals: Journal[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'botscope-journal-'));
});
afterEach(async () => {
  for (const journal of openJournals) await journal.close();
  openJournals = [];
  rmSync(directory, { recursive: true, force: true });
});

async function openJournal(path = directory, options: Partial<JournalOptions> = {}): Promise<Journal> {
  const journal = await openRealJournal(path, { maxBytes: 1e9, ...options });
  openJournals.push(journal);
  return journal;
}
async function contents(journal: Journal): Promise<Map<number, string>> {
  const storedTexts = new Map<number, string>();
  for await (const { id, bytes } of journal.records()) storedTexts.set(id, bytes.toString());
  return storedTexts;
}
const files = (path = directory) =>
  readdirSync(path)
    .sort()
    .map((name) => join(path, name));
const add = (...texts: string[]) => ({ add: texts.map((text) => Buffer.from(text)) });

/** A disk with this much room left. */
function diskWith(room: { bytes: number }) {
  return async (path: string): Promise<DurableFile> => {
    const file = await openDurably(path);
    return {
      async writev(buffers) {
        const bytes = Buffer.concat(buffers);
        const { bytesWritten } = await file.writev([bytes.subarray(0, Math.max(0, room.bytes))]);
        room.bytes -= bytesWritten;
        if (bytesWritten < bytes.length) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
        return { bytesWritten };
      },
      truncate: (bytes) => file.truncate(bytes),
      close: () => file.close(),
    };
  };
}

describe('a journal', () => {
  it('has its records after a restart, without those taken away', async () => {
    const before = await openJournal();
    const [[first], [second, third]] = await Promise.all([before.commit(add('a')), before.commit(add('b', 'c'))]);
    await before.commit({ ...add('d'), remove: [second ?? 0, 999] });
    // No close: the process was killed.
    const after = await openJournal();
    expect([...(await contents(after))]).toEqual([
      [first, 'a'],
      [third, 'c'],
      [4, 'd'],
    ]);
    expect(after.size()).toEqual({ records: 3, bytes: 3 });
    expect((await after.read(third ?? 0)).toString()).toBe('c');
    await expect(after.read(second ?? 0)).rejects.toThrow('no record 2');
    expect(await after.commit(add('e'))).toEqual([5]);
  });

  it.each([1, 20, 28, 31])(
    'forgets a change torn %i bytes before its end, whole, and only that one',
    async (missingBytes) => {
      const before = await openJournal();
      await before.commit(add('a'));
      await before.commit(add('bcdef', 'g'));
      const [path = ''] = files();
      truncateSync(path, statSync(path).size - missingBytes);
      const torn: string[] = [];
      const after = await openJournal(directory, { onTorn: (file) => torn.push(file) });
      expect([...(await contents(after)).values()]).toEqual(['a']);
      expect(torn).toEqual([path]);
    },
  );

  it('refuses what would pass its limit, but not removals', async () => {
    const journal = await openJournal(directory, { maxBytes: 100 });
    const [id] = await journal.commit(add('a'.repeat(50)));
    await expect(journal.commit({ ...add('b'.repeat(50)), remove: [id ?? 0] })).rejects.toThrow('size limit');
    expect(journal.size().records).toBe(1);
    await journal.commit({ remove: [id ?? 0] });
    expect(journal.size()).toEqual({ records: 0, bytes: 0 });
  });

  it('leaves nothing half done when the disk is full, and goes on when there is room', async () => {
    const room = { bytes: 60 };
    const journal = await openJournal(directory, { openFile: diskWith(room) });
    const [first] = await journal.commit(add('a'));
    await expect(journal.commit({ ...add('b'.repeat(40)), remove: [first ?? 0] })).rejects.toThrow('ENOSPC');
    expect([...(await contents(journal)).values()]).toEqual(['a']);
    // A try leaves no file behind, however many there are.
    for (let time = 0; time < 20; time += 1) await expect(journal.commit(add('b'.repeat(40)))).rejects.toThrow();
    expect(files().length).toBeLessThan(3);
    room.bytes = 1_000;
    await journal.commit(add('c'));
    expect([...(await contents(await openJournal())).values()]).toEqual(['a', 'c']);
  });

  it('gives disk room back: old files go, and what lives in them is carried over', async () => {
    const journal = await openJournal();
    const [keptId] = await journal.commit(add('kept'));
    for (let index = 0; index < 60; index += 1) {
      const [id] = await journal.commit(add(String(index).repeat(500_000)));
      await journal.commit({ remove: [id ?? 0] });
    }
    const onDisk = files().reduce((sum, path) => sum + statSync(path).size, 0);
    expect(onDisk).toBeLessThan(14e6);
    expect((await journal.read(keptId ?? 0)).toString()).toBe('kept');
    await journal.close();
    expect([...(await contents(await openJournal()))]).toEqual([[keptId, 'kept']]);
  });
});

type Step =
  | { do: 'commit'; sizes: number[]; remove: number[] }
  | { do: 'crash'; garbage: number }
  | { do: 'full'; room: number };

describe('any sequence of changes, full disks, crashes and reopenings', () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('commit' as const), sizes: sizes(), remove: picks() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), garbage: fc.nat(60) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('full' as const), room: fc.nat(6_000_000) }) },
  );
  function sizes() {
    // Large ones fill files, so that the oldest are cleared in between.
    return fc.array(fc.oneof(fc.nat(40), fc.integer({ min: 1_500_000, max: 2_500_000 })), { maxLength: 3 });
  }
  function picks() {
    return fc.array(fc.nat(50), { maxLength: 4 });
  }

  it('leave exactly what was acknowledged and not taken away', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const path = mkdtempSync(join(directory, 'run-'));
        const room = { bytes: Number.POSITIVE_INFINITY };
        const model = new Map<number, string>();
        let journal = await openJournal(path, { openFile: diskWith(room) });
        let letter = 0;
        for (const one of steps) {
          if (one.do === 'full') room.bytes = one.room;
          else if (one.do === 'crash') {
            await journal.close();
            const last = files(path).at(-1);
            // A write that was never acknowledged was stored in part.
            if (last !== undefined && one.garbage > 0)
              appendFileSync(last, '0000ffff 12345678 '.repeat(4).slice(0, one.garbage));
            room.bytes = Number.POSITIVE_INFINITY;
            journal = await openJournal(path, { openFile: diskWith(room) });
          } else {
            const texts = one.sizes.map((size) => `${letter++} `.padEnd(size, 'x'));
            const ids = [...model.keys()];
            const remove = one.remove.flatMap((pick) => ids[pick % Math.max(1, ids.length)] ?? []);
            const addedIds = await journal.commit({ ...add(...texts), remove }).catch(() => null);
            if (addedIds === null) continue;
            for (const id of remove) model.delete(id);
            for (const [index, id] of addedIds.entries()) model.set(id, texts[index] ?? '');
          }
          expect(journal.size().records).toBe(model.size);
        }
        // Its clearing up goes on in the background, and a dead process does no more of it.
        await journal.close();
        const reopened = await openJournal(path);
        const storedTexts = await contents(reopened);
        expect([...storedTexts.keys()].sort((a, b) => a - b)).toEqual([...model.keys()].sort((a, b) => a - b));
        for (const [id, text] of model) {
          expect(storedTexts.get(id) === text).toBe(true);
          expect((await reopened.read(id)).toString() === text).toBe(true);
        }
        rmSync(path, { recursive: true });
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
