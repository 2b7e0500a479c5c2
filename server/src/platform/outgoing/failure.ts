import type { WebhookTest } from '@botscope/contract';
import { PrivateAddressError } from './guarded-dispatcher.ts';

export type Failure = NonNullable<WebhookTest['failure']>;

const codes: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  PRIVATE_ADDRESS: 'private',
  EPROTO: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  CERT_NOT_YET_VALID: 'tls',
};

/** Why a request that we made had no answer. Never looks at texts: they change with versions. */
export function classifyFailure(error: unknown): Failure {
  // Several addresses were tried: the first failure speaks for all.
  if (error instanceof AggregateError && error.errors.length > 0) return classifyFailure(error.errors[0]);
  if (error instanceof PrivateAddressError) return 'private';
  if (!(error instanceof Error)) return 'other';
  if (error.name === 'TimeoutError') return 'timeout';
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') {
    const failure = codes[code];
    if (failure !== undefined) return failure;
    if (/^(ERR_TLS|ERR_SSL|CERT_)/.test(code)) return 'tls';
  }
  return error.cause === undefined ? 'other' : classifyFailure(error.cause);
}
