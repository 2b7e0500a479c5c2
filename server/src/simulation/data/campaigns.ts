/** A wave of launches from one source. Days count from the first day of the world. */
export interface Campaign {
  /** Start payload of the link; empty for users who found the bot by name. */
  payload: string;
  firstDay: number;
  days: number;
  /** Days after which the wave comes again; 0 for once. */
  everyDays: number;
  /** Launches a day, as a share of the ordinary arrivals. */
  strength: number;
  /** Chance that a user leaves at once; bought traffic is worse than a recommendation. */
  bounce: number;
}

export const allCampaigns: readonly Campaign[] = [
  { payload: 'source-vk_medium-cpc', firstDay: 12, days: 6, everyDays: 28, strength: 1.1, bounce: 0.34 },
  { payload: 'source-blog', firstDay: 5, days: 3, everyDays: 21, strength: 0.7, bounce: 0.14 },
  {
    payload: 'source-tgads_medium-cpm_campaign-spring',
    firstDay: 33,
    days: 10,
    everyDays: 60,
    strength: 0.8,
    bounce: 0.28,
  },
  { payload: 'source-newsletter_medium-email', firstDay: 2, days: 1, everyDays: 14, strength: 0.9, bounce: 0.1 },
  { payload: 'source-instagram_medium-stories', firstDay: 48, days: 2, everyDays: 30, strength: 1.4, bounce: 0.38 },
];

/** Sources of new users on an ordinary day: payload and weight; `r-` stands for a link of a user who invited. */
export const everydaySources: readonly (readonly [payload: string, weight: number])[] = [
  ['', 46],
  ['source-site_medium-footer', 14],
  ['r-', 13],
  ['source-blog', 7],
  ['source-vk_medium-cpc', 5],
  ['source-youtube_medium-video', 5],
  ['_tgr_abc', 4],
  ['promo', 3],
  ['source-qr_medium-offline', 3],
];

/** Chance to leave at once for users of an ordinary day. */
export const everydayBounce = 0.17;
