/** Returns random digits: hexadecimal ones unless another base is given. */
export const randomText = (digits: number, base = 16): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(digits)), (byte) => (byte % base).toString(base)).join('');
