import { isTelegramUrl } from '@botscope/contract';
import { isPublicAddress, literalAddress } from '../../../platform/outgoing/public-address.ts';
import { createLinkTokens, type LinkTarget } from './link-token.ts';

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
