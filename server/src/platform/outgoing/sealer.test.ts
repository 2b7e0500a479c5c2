import { describe, expect, it } from 'vitest';
import { createSealer } from './sealer.ts';

const token = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const sealer = createSealer('one secret of at least 32 letters');

describe('sealed secrets', () => {
  it('open again, look different each time and show nothing', () => {
    const [firstSeal, secondSeal] = [sealer.seal(token), sealer.seal(token)];
    expect([sealer.open(firstSeal), sealer.open(secondSeal)]).toEqual([token, token]);
    expect(firstSeal).not.toBe(secondSeal);
    expect(firstSeal).toMatch(/^v1\.[\w-]+$/);
    expect(Buffer.from(firstSeal.slice(3), 'base64url').toString('latin1')).not.toContain('AAHdq');
    expect(sealer.open(sealer.seal(''))).toBe('');
    expect(sealer.open(sealer.seal('секрет'))).toBe('секрет');
  });

  it('do not open with another key, changed, cut or of an unknown version', () => {
    const sealed = sealer.seal(token);
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() => createSealer('another secret of 32 letters or so').open(sealed)).toThrow();
    expect(() => sealer.open(`v1.${bytes.toString('base64url')}`)).toThrow();
    expect(() => sealer.open('v1.AAAA')).toThrow();
    expect(() => sealer.open(sealed.replace('v1', 'v9'))).toThrow(/version/);
  });

  it('have hashes and derived secrets that are steady, differ by purpose and by installation', () => {
    const other = createSealer('another secret of 32 letters or so');
    expect(sealer.hash('x')).toBe(createSealer('one secret of at least 32 letters').hash('x'));
    expect(sealer.hash('x')).not.toBe(other.hash('x'));
    expect(sealer.derive('x')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(sealer.derive('x'), 'base64url').toString('hex')).not.toBe(sealer.hash('x'));
    expect(sealer.derive('x')).not.toBe(other.derive('x'));
  });
});
