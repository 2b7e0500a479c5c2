import { useRouter } from '@tanstack/react-router';

interface Carried {
  email?: string;
  next?: string;
}

/** For a link between the pages of visitors: takes along the address that was typed. It is read when the link is followed. */
export const withEmail =
  (readEmail: () => string) =>
  ({ next }: Carried): Carried => {
    const email = readEmail().trim();
    return { ...(next === undefined ? {} : { next }), ...(email === '' ? {} : { email }) };
  };

/** The address that the page before took along, as the page opened. */
export const useEmailBefore = (): string | undefined => useRouter().state.location.state.email;
