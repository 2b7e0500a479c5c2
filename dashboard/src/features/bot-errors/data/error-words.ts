import type { BotError } from '@botscope/contract';
import type { TFunction } from 'i18next';

const codes = [0, 400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 429, 500, 502, 503, 504] as const;
const callCodes = [401, 403] as const;

/** Describes a code: "0" is no answer in time; 401 and 403 of Telegram mean more than the status says. */
export function codeWords(t: TFunction, code: number, kind?: BotError['kind']): string {
  const ofTelegram = kind === 'call' || kind === 'polling' ? callCodes.find((each) => each === code) : undefined;
  if (ofTelegram !== undefined) return t(`BotErrors.callCodes.${ofTelegram}`);
  return t(`BotErrors.codes.${codes.find((each) => each === code) ?? 'other'}`);
}

/** Whether a line has a code at all: what was refused here, or could not be recorded, was no answer of anyone. */
export const hasCode = ({ kind, code }: Pick<BotError, 'kind' | 'code'>): boolean =>
  code !== 0 || (kind !== 'update' && kind !== 'gap');
