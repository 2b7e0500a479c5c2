/** The address of the conversation's end. */
export const toNewest = <Kept extends object>(kept: Kept) => ({ ...kept, message: undefined, at: undefined });
