import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { withWork } from './with-work.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const challenge = '1790000000000.abc.def';

/** A server that is busy with a crowd: it takes a password with a solved challenge only. */
function busyServer() {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'success', data: { challenge, bits: 9 } }));
  const proofs: (string | undefined)[] = [];
  const send = async (work?: string): Promise<string> => {
    proofs.push(work);
    const hash = createHash('sha256')
      .update(work ?? '')
      .digest();
    if (!work?.startsWith(`${challenge}:`) || hash.readUInt32BE() >>> 23 !== 0) throw new ApiError('Overloaded', 503);
    return 'signed in';
  };
  return { proofs, send };
}

test('a password that a busy server rejects is sent again with a proof of work', async () => {
  const { proofs, send } = busyServer();
  expect(await withWork(send)).toBe('signed in');
  expect(proofs).toEqual([undefined, expect.stringMatching(/^1790000000000\.abc\.def:\d+$/)]);
});

test('other rejections are not repeated', async () => {
  const { proofs, send } = busyServer();
  const wrongPassword = new ApiError('IncorrectUserPass', 400);
  await expect(
    withWork((work) => {
      proofs.push(work);
      return Promise.reject(wrongPassword);
    }),
  ).rejects.toBe(wrongPassword);
  expect(proofs).toEqual([undefined]);
  expect(await withWork(send)).toBe('signed in');
});
