/** Returns the number in a field; NaN for an empty one, which the rules of the contract refuse. */
export const parseNumberField = (input: string): number => (input.trim() === '' ? Number.NaN : Number(input));
