/** Parameters of an address that are reported; all others stay in the browser. */
const reported =
  /^(utm_(source|medium|campaign|content|term|id)|(d|fb|g|tw|tt|y|ys)clid|[gw]braid|msclkid|li_fat_id|rb_clickid)$/;

/** Campaign parameters of the address that the page was loaded with. */
export function readCampaign(): Record<string, string> {
  const campaign: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (value && reported.test(name)) campaign[name] ??= value;
  }
  return campaign;
}

/** Host and path of the page before. */
export const readReferrer = (): string => document.referrer.replace(/^\w+:..|[?#].*/g, '');

/** The visitor's browser says that data may not be shared. */
export const isPrivate = (): boolean | undefined =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || navigator.doNotTrack === '1';
