import { guarded } from './guarded.ts';

/** Clicks that are reported: of marked elements, of all buttons and links, or none. */
export type ClickMode = 'tagged' | 'all' | 'off';

/** `data-gs-event` is what pages already have that another counter was made for. */
const ownMark = 'data-bs-event';
const otherMark = 'data-gs-event';
const textLength = 64;

/** Calls with the name of the event. */
export function watchClicks(mode: () => ClickMode | undefined, report: (name: string) => void): void {
  addEventListener(
    'click',
    guarded(({ target }: Event) => {
      const clicks = mode();
      const all = clicks === 'all' ? ',a,button,[role=button]' : '';
      const element = (target as Element).closest(`[${ownMark}],[${otherMark}]${all}`);
      if (!element || clicks === 'off') return;
      // The text of a button may be about the user: a balance, a card, a phone number.
      const readText = () => element.textContent?.trim().slice(0, textLength).replace(/\d/g, '#');
      const name = element.getAttribute(ownMark) || element.getAttribute(otherMark) || readText();
      if (name) report(name);
    }),
    true,
  );
}
