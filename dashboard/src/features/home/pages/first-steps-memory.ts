const keyOf = (bot: string): string => `first-steps ${bot}`;

/** Whether the steps of a new bot are still on show in this browser. */
export function showsFirstSteps(bot: string): boolean {
  try {
    return localStorage.getItem(keyOf(bot)) === null;
  } catch {
    return true;
  }
}

export function hideFirstSteps(bot: string): void {
  try {
    localStorage.setItem(keyOf(bot), 'hidden');
  } catch {
    // Without storage they come back with the next visit.
  }
}
