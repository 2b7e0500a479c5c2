import type { CodePurpose } from '../mail/templates.ts';

/** What a person sends back from a mail: the six digits, typed; or, from the link, the digits and the account they belong to. */
export interface Code {
  digits: string;
  /** Null when the digits were typed: then the request names the e-mail. */
  account: string | null;
}

export const codeLife = { digits: 6, minutes: 15, tries: 5 } as const;

/** The code of a link: it works without the e-mail. */
export function linkCode(digits: string, account: string): string {
  return `${digits}-${account}`;
}

/** Reads either form; null for anything else. Blanks within the digits are forgiven: people copy them from mails. */
export function parseCode(text: string): Code | null {
  const [, digits, account] = /^([\d ]+)(?:-([A-Za-z0-9]{1,48}))?$/.exec(text.trim()) ?? [];
  const bare = digits?.replaceAll(' ', '');
  if (bare?.length !== codeLife.digits) return null;
  return { digits: bare, account: account ?? null };
}

/** Codes that the sign-in library keeps: they are for people who are not signed in. */
export type LoginCodePurpose = Extract<CodePurpose, 'activation' | 'reset'>;

export interface NewCode {
  email: string;
  digits: string;
  purpose: CodePurpose;
}
