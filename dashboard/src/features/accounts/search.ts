/** Links in emails bring the code and the address along. */
export interface CodeSearch {
  code?: string;
  email?: string;
}
export const codeSearchKeys = ['code', 'email'] as const;

/** The rest of such an address, for the pages after it: the language, the bot, an invitation. */
export const withoutCode = <Search extends CodeSearch>(
  search: Search,
): Omit<Search, keyof CodeSearch> & CodeSearch => ({
  ...search,
  code: undefined,
  email: undefined,
});

/** The sections of the profile; none is the general one. */
export interface ProfileSearch {
  tab?: string;
  /** From the link in an email, for a new address. */
  email_code?: string;
}
export const profileSearchKeys = ['tab', 'email_code'] as const;
