import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { isTelegramUrl } from '@botscope/contract';
import { isPublicAddress, literalAddress } from '../../../platform/outgoing/public-address.ts';

/** Target of a tracked link: one link of one recipient's message. */
export interface LinkTarget {
  campaignId: number;
  userId: number;
  /** Number among the campaign's messages, from 0. */
  message: number;
  /** Its number within the message. */
  link: number;
  /** Links of a test are not counted. */
  isTest: boolean;
}

/** Bits of each part, in the order in which they lie; what remains of the block must be zero. */
const bits = { campaignId: 32n, userId: 53n, message: 6n, link: 8n, isTest: 1n };
const [blockBits, blockBytes] = [128n, 16];
const freeBits = blockBits - Object.values(bits).reduce((sum, one) => sum + one, 0n);
const tokenText = /^[\w-]{22}$/;

/**
 * Addresses of tracked links without a table of them: a million recipients with three buttons would be three million
 * rows. The target is one block under a key of the installation (AES), so a token says nothing to those who have no key,
 * and 28 bits that must be zero make an invented token fail but once in 268 million tries.
 */
export function createLinkTokens(appSecret: string) {
  const key = createHmac('sha256', appSecret).update('tracked links').digest();

  return {
    /** 22 characters of an address; the same target has the same token. */
    seal(target: LinkTarget): string {
      let value = BigInt(target.campaignId);
      value = (value << bits.userId) | BigInt(target.userId);
      value = (value << bits.message) | BigInt(target.message);
      value = (value << bits.link) | BigInt(target.link);
      value = (value << bits.isTest) | (target.isTest ? 1n : 0n);
      const block = Buffer.from(value.toString(16).padStart(blockBytes * 2, '0'), 'hex');
      const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
      return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url');
    },

    /** Null for a token that this installation did not create. */
    open(token: string): LinkTarget | null {
      if (!tokenText.test(token)) return null;
      const sealed = Buffer.from(token, 'base64url');
      // The last character has bits to spare: one target has one token.
      if (sealed.length !== blockBytes || sealed.toString('base64url') !== token) return null;
      const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
      let value = BigInt(`0x${Buffer.concat([decipher.update(sealed), decipher.final()]).toString('hex')}`);
      if (value >> (blockBits - freeBits) !== 0n) return null;
      const take = (count: bigint): number => {
        const part = Number(value & ((1n << count) - 1n));
        value >>= count;
        return part;
      };
      const isTest = take(bits.isTest) === 1;
      const link = take(bits.link);
      const message = take(bits.message);
      const userId = take(bits.userId);
      return { campaignId: take(bits.campaignId), userId, message, link, isTest };
    },
  };
}

export type LinkTokens = ReturnType<typeof createLinkTokens>;

const localName = /\.(?:local|internal|lan|localhost)$/i;

/**
 * Returns the beginning of tracked links; null where users cannot open them: without https, or at a name of the local
 * network.
 */
export function linkAddress(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  const literal = literalAddress(hostname);
  const isLocal = literal === null ? localName.test(hostname) : !isPublicAddress(literal);
  if (protocol !== 'https:' || !isTelegramUrl(publicUrl) || isLocal) return null;
  return `${publicUrl}/r/`;
}

/** The installation: its secret and its address. */
export interface LinkInstallation {
  appSecret: string;
  publicUrl: string;
}

/** Gives the addresses of tracked links; undefined where there can be none. */
export function createLinkTo({ appSecret, publicUrl }: LinkInstallation): ((target: LinkTarget) => string) | undefined {
  const [address, tokens] = [linkAddress(publicUrl), createLinkTokens(appSecret)];
  return address === null ? undefined : (target) => `${address}${tokens.seal(target)}`;
}
