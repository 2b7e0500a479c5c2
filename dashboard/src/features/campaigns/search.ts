/** The list of campaigns. */
export interface CampaignsSearch {
  /** Only those in this status. */
  status?: string;
  /** Words of the name. */
  text?: string;
  /** `1` shows archived ones. */
  archived?: string;
}
export const campaignsSearchKeys = ['status', 'text', 'archived'] as const;

/** The editor of a campaign. */
export interface EditorSearch {
  /** `message` or `sending`; the audience unless given. */
  step?: string;
}
export const editorSearchKeys = ['step'] as const;

/** The page of one campaign: which of its recipients are listed. */
export interface CampaignSearch {
  group?: string;
  reason?: string;
}
export const campaignSearchKeys = ['group', 'reason'] as const;
