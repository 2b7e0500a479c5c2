/** What a number field holds; an empty one holds no number, which the rules of the contract refuse. */
export const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));
