/** The list of conversions. */
export interface ConversionSearch {
  period?: string;
  /** Id of one target; all unless given. */
  target?: string;
  /** An attribution model; the bot's own unless given. */
  model?: string;
  /** The filter language of the contract. */
  filter?: string;
}
export const conversionSearchKeys = ['period', 'target', 'model', 'filter'] as const;
