/** The list of integrations, with the catalogue below it; in the address. */
export interface ListSearch {
  /** Key of the bot whose integrations are shown; `bot` is the one that other pages speak about. */
  owner?: string;
  /** Part of a provider's name. */
  q?: string;
}
export const listSearchKeys = ['owner', 'q'] as const;

/** The wizard. */
export interface NewSearch {
  /** Key of the bot that is connected. */
  owner?: string;
  /** One of `wizardSteps`; the first unless given. */
  step?: string;
}
export const newSearchKeys = ['owner', 'step'] as const;

/** One integration. */
export interface OneSearch {
  tab?: string;
  /** One of `dialogs` (one/parts.ts). */
  dialog?: string;
  /** Filters of the deliveries. */
  state?: string;
  type?: string;
  /** ID of the delivery that is open. */
  delivery?: string;
}
export const oneSearchKeys = ['tab', 'dialog', 'state', 'type', 'delivery'] as const;
export type IntegrationSearch = ListSearch & NewSearch & OneSearch;
