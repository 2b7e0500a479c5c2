import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { sha256 } from '../../platform/sha256.ts';

/** Lifetime of a code on its way to the page, and of what Telegram signed for a login, ms. */
export const codeMs = 10 * 60_000;
/** Largest difference between the clocks of Telegram and of this machine, ms. */
const clockToleranceMs = 5 * 60_000;

/** User whose visit is proven, and the proof, which counts once. */
export interface VisitProof {
  userId: number;
  /** Hash of what proves it, 64 hexadecimal digits. */
  proof: string;
}

/** In a sealed text, so that nothing else that is sealed can be taken for a code. */
const codeForm = /^site visit (\w{13}) (\d{1,16}) (\d{10,16})$/;

/** Codes that say which user of a bot opens a page. They are sealed: nobody reads in an address whose it is. */
export function createSiteCodes({ sealer, now }: { sealer: Pick<Sealer, 'seal' | 'open'>; now: () => number }) {
  /** Null for what we have not sealed, for another bot, and for one that is too old. */
  function openCode(bot: string, code: string): VisitProof | null {
    if (!isCanonical(code)) return null;
    try {
      const [, codeBot, userId, until] = codeForm.exec(sealer.open(code)) ?? [];
      return codeBot === bot && Number(until) >= now() ? { userId: Number(userId), proof: sha256(code) } : null;
    } catch {
      return null;
    }
  }

  return {
    make: (bot: string, userId: number): string => sealer.seal(`site visit ${bot} ${userId} ${now() + codeMs}`),

    /**
     * Reads what a page has sent: `bsu=<code>`, or the parameters that Telegram adds to the address of a `login_url`
     * button. Telegram's is a hash with the SHA-256 of the bot's token over all of its parameters
     * (core.telegram.org/widgets/login). Null if it proves nothing.
     */
    read(bot: string, search: string, token: string | null): VisitProof | null {
      const fields = new URLSearchParams(search);
      const code = fields.get('bsu');
      if (code !== null) return openCode(bot, code);
      return token === null ? null : readLogin(fields, token, now());
    },
  };
}

function readLogin(fields: URLSearchParams, token: string, now: number): VisitProof | null {
  const names = [...fields.keys()];
  const hash = fields.get('hash') ?? '';
  // If two parameters have the same name, it is unknown which one was signed.
  if (!/^[0-9a-f]{64}$/.test(hash) || new Set(names).size !== names.length) return null;
  const signed = [...fields]
    .filter(([name]) => name !== 'hash')
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');
  const secret = createHash('sha256').update(token).digest();
  const expected = createHmac('sha256', secret).update(signed).digest();
  if (!timingSafeEqual(expected, Buffer.from(hash, 'hex'))) return null;
  const [userId, authAt] = [Number(fields.get('id')), Number(fields.get('auth_date')) * 1_000];
  if (!Number.isSafeInteger(userId) || userId <= 0) return null;
  const isNow = authAt >= now - codeMs - clockToleranceMs && authAt <= now + clockToleranceMs;
  return isNow ? { userId, proof: sha256(hash) } : null;
}

/** Decoders pass over what does not belong: of all texts with the same bytes one is the code, or it would count again. */
function isCanonical(code: string): boolean {
  const [version = '', text = '', ...extraParts] = code.split('.');
  return version !== '' && extraParts.length === 0 && Buffer.from(text, 'base64url').toString('base64url') === text;
}
