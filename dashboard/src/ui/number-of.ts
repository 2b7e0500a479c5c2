/** Returns the number in a field; NaN for an empty one, which the rules of the contract refuse. */
export const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));
