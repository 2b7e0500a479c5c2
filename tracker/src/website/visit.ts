import { randomText } from '../core/random-text.ts';

/**
 * Parameters of the address that the page was loaded with: those of campaigns, and IDs of clicks. All others stay in the
 * browser.
 */
export function readCampaign(): Record<string, string> {
  const campaign: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (
      value &&
      /^(utm_(source|medium|campaign|content|term|id)|\w+clk?id|rb_clickid|[gw]braid|li_fat_id)$/.test(name)
    ) {
      campaign[name] ??= value;
    }
  }
  return campaign;
}

/**
 * Returns the visit's referrer, its name and the proof of its user. Our code is taken out of the address, so that it is
 * not passed on; Telegram's parameters stay for the page's own code. The next page that is loaded in the tab belongs to
 * the same visit: the name of a user's visit is kept in the tab, and read only by pages that another one led to.
 */
export function readVisit(): { r: string; l: string; u: string } {
  const { href, host } = location;
  // Parameters that Telegram adds to the address of a `login_url` button, and a code of ours.
  const proofFields = /\b(bsu|id|(fir|la)st_name|username|photo_url|auth_date|hash)=[^&#]*/g;
  const proof = href.match(proofFields)?.join('&') ?? '';
  // Host and path of the page before.
  const r = document.referrer.replace(/^\w+:..|[?#].*/g, '');
  let l = randomText(32);
  let u = '';
  try {
    // A page may have parameters of these names for itself.
    if (/bsu=|hash=/.test(proof)) {
      u = proof;
      history.replaceState(history.state, '', href.replace(/.bsu=[^&#]*/, ''));
      sessionStorage.bsu = l;
    } else if (r.startsWith(host) && sessionStorage.bsu) {
      l = sessionStorage.bsu;
      u = 'known';
    }
  } catch {
    // The browser refuses storage: then the visit ends with this page.
  }
  return { r, l, u };
}

/** The visitor's browser says that data may not be shared. */
export const isPrivate = (): boolean | undefined =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || navigator.doNotTrack === '1';
