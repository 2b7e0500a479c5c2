import { type api, type OutputOf, payloadLimits } from '@botscope/contract';

/** The server's answer about a pasted link. */
export type LinkReading = OutputOf<typeof api.readUtmLink.data>;

export type ReadWarning =
  | { code: 'otherBot'; other: string }
  | { code: 'characters'; found: string }
  | { code: 'tooLong'; used: number; most: number }
  | { code: 'miniApp' | 'group' | 'noPayload' | 'affiliate' | 'business' };

/** Returns the warnings about a link that is about to be spread; the worst first. */
export function readWarnings({ kind, username, read }: LinkReading, ownName: string): ReadWarning[] {
  const { payload } = read;
  const wrongChars = [...new Set(payload.match(/[^A-Za-z0-9_-]/gu) ?? [])].join('');
  const maxLength = payloadLimits[kind ?? 'startapp'];
  const warnings: (ReadWarning | false)[] = [
    username !== null && username.toLowerCase() !== ownName.toLowerCase() && { code: 'otherBot', other: username },
    wrongChars !== '' && { code: 'characters', found: wrongChars },
    payload.length > maxLength && { code: 'tooLong', used: payload.length, most: maxLength },
    payload === '' && { code: 'noPayload' },
    kind === 'startapp' && { code: 'miniApp' },
    kind === 'startgroup' && { code: 'group' },
    payload.startsWith('_tgr_') && { code: 'affiliate' },
    /^bizChat-?\d+$/.test(payload) && { code: 'business' },
  ];
  return warnings.filter((warning) => warning !== false);
}
