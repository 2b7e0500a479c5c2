/** The tag that this script is running from, read while it runs for the first time. */
const tag = document.currentScript as HTMLScriptElement | null;

/** `data-…` attributes of the tag. */
export const attributes: Readonly<Record<string, string | undefined>> = tag?.dataset ?? {};

/** Returns the address to report to: beside the script, so that pages need no other and a proxy may have any folder. */
export const reportUrl = (): string => attributes.url ?? `${new URL('hit', tag?.src)}`;
