/** False in old browsers, and on a page that came by plain http from another machine. */
export const passkeysWork = (): boolean => typeof window.PublicKeyCredential === 'function';
