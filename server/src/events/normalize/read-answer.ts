import { integer, isObject, isPresent } from '../../telegram/json.ts';

/** `Event.code` of a call that got no answer in time: the connection was cut, or nobody waited longer. 0 means "fine". */
export const NO_ANSWER = -1;

/** Codes outside this range are no error codes of Telegram or HTTP. */
const LARGEST_CODE = 999;

/** Telegram's answer to a call, as far as we were told. */
export interface CallAnswer {
  /** 0 = fine; Telegram's error_code or the HTTP status; NO_ANSWER. */
  code: number;
  /** What Telegram said about a refusal; '' where it said nothing. */
  description: string;
  /** `result` of a success; undefined where we were not told. */
  result: unknown;
}

/**
 * Reads an answer in any form that reaches us: Telegram's whole answer, only its `result` (most frameworks hand their
 * middleware no more), or nothing. Of `{"ok": false}` the codes 0 and none mean that no answer came in time.
 * @param status HTTP status; 0 = no answer came; undefined = not known, as with calls that bots tell us of.
 */
export function readAnswer(response: unknown, status: number | undefined): CallAnswer {
  if (isObject(response) && typeof response.ok === 'boolean') {
    if (response.ok) return { code: 0, description: '', result: response.result };
    const code = codeOf(response.error_code) || codeOf(status) || NO_ANSWER;
    return { code, description: asText(response.description), result: undefined };
  }
  if (status === 0) return { code: NO_ANSWER, description: '', result: undefined };
  if (status !== undefined && status >= 300) {
    return { code: codeOf(status) || NO_ANSWER, description: asText(response), result: undefined };
  }
  return { code: 0, description: '', result: isPresent(response) ? response : undefined };
}

function codeOf(value: unknown): number {
  const code = integer(typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value);
  return code > 0 && code <= LARGEST_CODE ? code : 0;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Nobody is at the other end any more, by the words that Telegram's server itself writes. Other 403s concern the chat or the content. */
const gone = /^Forbidden: (?:bot was blocked by the user|user is deactivated)/i;

export function tellsThatTheyLeft({ code, description }: CallAnswer): boolean {
  return code === 403 && gone.test(description);
}
