import { expect, it } from 'vitest';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createSealer } from '../../platform/outgoing/sealer.ts';
import { userHash } from '../../platform/outgoing/user-hash.ts';
import { recordAudit } from './audit.ts';
import { auditData } from './erase-from-audit.ts';

const metadata = testMetadata();
const sealer = createSealer('s'.repeat(32));
const key = 'abcdef0123456';

it('keeps what colleagues did, and replaces the numbers of users by their hashes', async () => {
  const { db } = metadata();
  const hash = userHash(sealer, key, 501);
  const entries = [
    [{ user_id: 501 }, { user_id: hash }],
    [
      { user_id: '501', status: 'delivered' },
      { user_id: hash, status: 'delivered' },
    ],
    [{ user_ids: [501, 502] }, { user_ids: [hash, 502] }],
    [{ name: 'Friends of 501' }, { name: `Friends of ${hash}` }],
    // Rows of the product, and counts.
    [
      { segment_id: 501, users: 501 },
      { segment_id: 501, users: 501 },
    ],
    [{ user_id: 5012 }, { user_id: 5012 }],
  ] as const;
  const subject = { accountKey: null, actor: 'ann@example.com', botKey: key, ip: '', userAgent: '' };
  for (const [detail] of entries) await recordAudit(db, { ...subject, action: 'message_sent', detail });
  await recordAudit(db, { ...subject, botKey: 'abcdef0123457', action: 'message_sent', detail: { user_id: 501 } });

  expect(await auditData(db, sealer).erase(key, [501])).toBe(4);
  const remainingRows = await db.selectFrom('audit').select('detail').orderBy('id').execute();
  expect(remainingRows.map(({ detail }) => detail)).toEqual([...entries.map(([, detail]) => detail), { user_id: 501 }]);
  expect(await auditData(db, sealer).erase(key, [501])).toBe(0);
});
