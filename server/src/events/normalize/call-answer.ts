import { integer, isObject, isPresent } from '../../telegram/json.ts';

/** `Event.code` of a call without an answer: the connection broke, or the call timed out. 0 means success. */
export const noAnswerCode = -1;

/** Codes outside this range are no error codes of Telegram or HTTP. */
const largestCode = 999;

/** Telegram's answer to a call, as far as it is known. */
export interface CallAnswer {
  /** 0 = fine; Telegram's error_code or the HTTP status; noAnswerCode. */
  code: number;
  /** Telegram's error description; '' if there is none. */
  description: string;
  /** `result` of a success; undefined if it is not known. */
  result: unknown;
}

/**
 * Parses an answer in any form that arrives: Telegram's whole answer, only its `result` (most frameworks give their
 * middleware no more), or nothing. For `{"ok": false}` code 0 or none means that there was no answer in time.
 * @param status HTTP status; 0 = no answer came; undefined = not known, as with calls that bots report.
 */
export function parseCallAnswer(response: unknown, status: number | undefined): CallAnswer {
  if (isObject(response) && typeof response.ok === 'boolean') {
    if (response.ok) return { code: 0, description: '', result: response.result };
    const code = parseErrorCode(response.error_code) || parseErrorCode(status) || noAnswerCode;
    return { code, description: asText(response.description), result: undefined };
  }
  if (status === 0) return { code: noAnswerCode, description: '', result: undefined };
  if (status !== undefined && status >= 300) {
    return { code: parseErrorCode(status) || noAnswerCode, description: asText(response), result: undefined };
  }
  return { code: 0, description: '', result: isPresent(response) ? response : undefined };
}

function parseErrorCode(value: unknown): number {
  const code = integer(typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value);
  return code > 0 && code <= largestCode ? code : 0;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The user blocked the bot or is deactivated, in the words of Telegram's server. Other 403s concern the chat or the content. */
const userGonePattern = /^Forbidden: (?:bot was blocked by the user|user is deactivated)/i;

export function saysUserIsGone({ code, description }: CallAnswer): boolean {
  return code === 403 && userGonePattern.test(description);
}
