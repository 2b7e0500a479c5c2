/** The list of campaigns. */
export interface CampaignsSearch {
  /** Only those in this status. */
  status?: string;
  /** Words of the name. */
  text?: string;
  /** Only those of this type. */
  type?: string;
  /** `1` shows archived ones. */
  archived?: string;
  /** One of contract's `campaignKinds`. */
  kind?: string;
  /** `calendar`; the list unless given. */
  view?: string;
  /** Month of the calendar, `YYYY-MM`; this month unless given. */
  month?: string;
}
export const campaignsSearchKeys = ['status', 'text', 'type', 'archived', 'kind', 'view', 'month'] as const;

/** The editor of a campaign. */
export interface EditorSearch {
  /** `message` or `sending`; the audience unless given. */
  step?: string;
  /** `automation`: a new one is an automation. */
  kind?: string;
  /** Version of the message being written: A and the default language unless given. */
  variant?: string;
  language?: string;
}
export const editorSearchKeys = ['step', 'kind', 'variant', 'language'] as const;

/** The page of one campaign: which of its recipients are listed, and for how many days they are followed. */
export interface CampaignSearch {
  group?: string;
  reason?: string;
  /** A word of contract's `OutcomeText`. */
  outcome?: string;
  /** One of contract's `outcomeDays`. */
  days?: string;
  /** Only those who got this variant. */
  variant?: string;
}
export const campaignSearchKeys = ['group', 'reason', 'outcome', 'days', 'variant'] as const;
