/** Tickets of links that were opened by their passwords, so that a reload does not ask again. They end within an hour. */
const memory = new Map<string, string>();
const keyOf = (token: string): string => `share-ticket ${token.slice(0, 8)}`;

export function readTicket(token: string): string | null {
  const knownTicket = memory.get(token);
  if (knownTicket !== undefined) return knownTicket;
  try {
    return sessionStorage.getItem(keyOf(token));
  } catch {
    // In a frame of another site the browser may lend no storage.
    return null;
  }
}

export function keepTicket(token: string, ticket: string): void {
  memory.set(token, ticket);
  try {
    sessionStorage.setItem(keyOf(token), ticket);
  } catch {
    // Memory alone lasts as long as the page.
  }
}
