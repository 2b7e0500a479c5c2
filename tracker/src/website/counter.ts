import type { Hit } from '../core/delivery.ts';
import { guarded } from '../core/guarded.ts';
import { pagePath, watchPath } from '../core/page-path.ts';
import { watchPresence } from '../core/presence.ts';
import { randomText } from '../core/random-text.ts';
import { type LinkRules, linkToBot } from './bot-links.ts';
import { sendHit } from './send-hit.ts';
import { isPrivate, readCampaign, readVisit } from './visit.ts';

export interface WebsiteOptions extends LinkRules {
  /** Public key of the website, 32 hexadecimal digits. */
  key?: string | undefined;
  /** `required`: pages are counted as nobody's until the visitor consents. */
  consent?: string | undefined;
}

/** Event that a page reports itself. */
export interface SiteEvent {
  event?: string;
  category?: string;
  /** In whole units; never income. */
  value_num?: number;
  /** Currency or unit of `value_num`, 3 letters. */
  unit?: string;
  props?: Record<string, string | number | boolean>;
  /** The visitor's decision. It is not stored: send it on each page. */
  consent?: boolean;
}

const scriptVersion = 1;

/** Counts the page from now on, and reports to `url`. It stores nothing in the browser. */
export function startWebsite(options: WebsiteOptions, url: string) {
  const campaign = readCampaign();
  const visit = {
    ...{ k: options.key, v: scriptVersion, h: location.hostname, q: campaign, vw: innerWidth },
    ...{ ok: options.consent !== 'required', ...readVisit() },
  };
  const add = (n: string, d?: Hit['d'], overrides?: Partial<Hit>): void =>
    sendHit(url, visit, { id: randomText(16), n, t: Date.now(), u: pagePath(), d, ...overrides });

  /**
   * The link with the visit in it, which is reported before it can be opened, with the IDs by which other tools of the
   * website know the visitor.
   */
  function withVisit(href: string): string | undefined {
    const rules = isPrivate() || !visit.ok ? { links: 'off' } : options;
    const link = linkToBot(href, campaign, rules);
    if (!link) return;
    const { url: decorated, ...carried } = link;
    const cookies: Partial<Hit> = {};
    try {
      // A link that was changed before keeps its ticket, whatever the visitor has decided since.
      if (carried.ticket && rules.links !== 'off') cookies.ck = document.cookie.match(/\b_(ga|ym_uid|fb[pc])=[^;]*/g);
    } catch {
      // A frame without an origin has none.
    }
    add('bot_link', carried, cookies);
    return decorated;
  }

  const followLink = guarded(({ target }: Event) => {
    const name = (target as Element).closest<HTMLElement>('[data-bs-event]')?.dataset.bsEvent;
    if (name) add(name);
    const link = (target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!link) return;
    const decorated = withVisit(link.href);
    if (decorated) link.href = decorated;
    else if (link.hostname && link.hostname !== visit.h) {
      add('outbound', { to: link.hostname + link.pathname });
    }
  });
  addEventListener('click', followLink, true);
  addEventListener('auxclick', followLink, true);
  addEventListener(
    'submit',
    guarded(({ target }: Event) => {
      const form = target as HTMLFormElement;
      add('form', { form: form.id || form.name });
    }),
    true,
  );
  add('page');
  watchPath(() => add('page'));
  watchPresence(add);

  return {
    push({ event, category, value_num, unit, props, consent }: SiteEvent): void {
      if (consent != null) visit.ok = consent;
      if (event) add(event, props, { c: category, val: value_num, cur: unit });
    },
    /** The link to a bot with the visit in it, for buttons and QR codes. Any other link stays as it is. */
    link: (href: string): string => withVisit(href) ?? href,
  };
}
