import type { CodePurpose } from '../../platform/mail/templates.ts';

/** Code that a user returns from a mail: the six digits, typed, or the token of the link. */
export type Code = { digits: string } | { link: string };

export const codeLife = { digits: 6, minutes: 15, tries: 5 } as const;

/** Reads either form; null for anything else. Blanks within the digits are forgiven: owners copy them from mails. */
export function parseCode(text: string): Code | null {
  const normalizedCode = text.replaceAll(/\s/g, '');
  if (/^\d+$/.test(normalizedCode))
    return normalizedCode.length === codeLife.digits ? { digits: normalizedCode } : null;
  return /^[\w-]{43}$/.test(normalizedCode) ? { link: normalizedCode } : null;
}

/** Codes for owners who are not signed in. */
export type LoginCodePurpose = Extract<CodePurpose, 'activation' | 'reset'>;

/** A code on its way into a mail. */
export interface NewCode {
  email: string;
  digits: string;
  /** Token of the link; absent where the code is typed on a page that stays open. */
  link?: string;
  purpose: CodePurpose;
}
