import { expect, it } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createSiteSalts, createSiteVisitors } from './site-visitors.ts';

for (const engine of testEngines) {
  const metadata = testMetadata(engine);
  const dayAt = (day: number, hour = 0) => Date.UTC(2026, 2, day, hour);

  it(`processes share a day's salt, and no day has that of another, on ${engine.name}`, async () => {
    const [one, peer] = [createSiteSalts(metadata()), createSiteSalts(metadata())];
    const [first, second] = await Promise.all([one.of('2026-03-01'), peer.of('2026-03-01')]);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toBe(first);
    expect(await one.of('2026-03-02')).not.toBe(first);
    one.close();
    peer.close();
  });

  it(`a salt is deleted 48 hours after its day began, and with it who its visitors were, on ${engine.name}`, async () => {
    const salts = createSiteSalts(metadata());
    const from = { address: '192.0.2.1', userAgent: 'Mozilla/5.0' };
    const hashVisitor = createSiteVisitors({ saltOf: salts.of });
    const before = await hashVisitor(1, from, dayAt(1));
    expect(await hashVisitor(1, from, dayAt(1, 23))).toBe(before);
    expect(await hashVisitor(1, from, dayAt(2))).not.toBe(before);
    expect(await salts.forgetOld(dayAt(2, 23))).toBe(0);
    expect(await salts.forgetOld(dayAt(3))).toBe(1);
    expect(await hashVisitor(1, from, dayAt(1))).not.toBe(before);
    salts.close();
  });
}
