/** Origins of visits to the shop's website: campaign parameters of the address, or the page before; and weight. */
export const siteOrigins: readonly (readonly [
  { campaign: Readonly<Record<string, string>>; referrer: string },
  number,
])[] = [
  [{ campaign: {}, referrer: '' }, 30],
  [{ campaign: { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'mugs' }, referrer: 'www.google.com/' }, 24],
  [{ campaign: {}, referrer: 'www.google.com/' }, 16],
  [{ campaign: { utm_source: 'instagram', utm_medium: 'bio' }, referrer: 'l.instagram.com/' }, 12],
  [{ campaign: { utm_source: 'newsletter', utm_medium: 'email' }, referrer: '' }, 8],
  [{ campaign: {}, referrer: 'ceramics.example.org/reviews' }, 6],
  [{ campaign: {}, referrer: 'yandex.ru/' }, 4],
];

/** Pages, with weight; a visit begins on one of the first two. */
export const sitePages: readonly (readonly [path: string, weight: number])[] = [
  ['/', 40],
  ['/catalogue', 30],
  ['/catalogue/mugs', 14],
  ['/catalogue/plates', 8],
  ['/delivery', 5],
  ['/about', 3],
];

/** Devices of its visitors, with weight. */
export const siteDevices: readonly (readonly [
  { device: string; browser: string; os: string; width: 'xs' | 's' | 'm' | 'l' | 'xl' },
  number,
])[] = [
  [{ device: 'mobile', browser: 'Chrome', os: 'Android', width: 'xs' }, 34],
  [{ device: 'mobile', browser: 'Safari', os: 'iOS', width: 'xs' }, 24],
  [{ device: 'desktop', browser: 'Chrome', os: 'Windows', width: 'xl' }, 22],
  [{ device: 'desktop', browser: 'Safari', os: 'macOS', width: 'l' }, 9],
  [{ device: 'desktop', browser: 'Firefox', os: 'Linux', width: 'l' }, 6],
  [{ device: 'tablet', browser: 'Safari', os: 'iOS', width: 'm' }, 5],
];
