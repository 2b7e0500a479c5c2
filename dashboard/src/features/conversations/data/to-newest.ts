/** The address of the conversation's end. */
export const toNewest = <Kept extends object>(oldSearch: Kept) => ({ ...oldSearch, message: undefined, at: undefined });
