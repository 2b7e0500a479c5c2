/** A list of options scrolls with its chosen option; a place to stop in it for the keyboard would be one too many. */
export const inList = { viewportProps: {} };
