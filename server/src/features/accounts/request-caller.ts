import type { Account } from '@botscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from './caller.ts';
import { parseDevice } from './device.ts';

export const callerOf = (request: FastifyRequest): Caller => ({
  headers: request.headers,
  address: request.ip,
  device: parseDevice(request.headers),
});

/** The key of the signed-in account. @throws AppError NotSignedIn */
export function requireKey(account: Account | null): string {
  if (account === null) throw new AppError('NotSignedIn');
  return account.key;
}

export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) void reply.header('set-cookie', cookie);
}
