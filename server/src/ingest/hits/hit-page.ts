import type { PageStatus, WebsiteOptions } from '@botscope/contract';

/** app: Mini App; site: website. */
export type PageKind = 'app' | 'site';

/** A Mini App or a website: its number, which one of the other kind may have, too, and the public key of its bot. */
export interface PageRef {
  kind: PageKind;
  id: number;
  bot: string;
}

/** Public key that pages report with. */
export interface Keyed {
  /** 32 hexadecimal digits. */
  key: string;
  /** The key before, which is taken until then. */
  oldKey: string | null;
  oldKeyUntil: Date | null;
}

interface CommonPage extends PageRef, Keyed {
  status: PageStatus;
  /** Where its pages may be: origins of a Mini App (none = anywhere), domains of a website. */
  places: readonly string[];
}

/** A Mini App as its hits see it. */
export interface HitApp extends CommonPage {
  kind: 'app';
  options: null;
}

/** A website as its hits see it. */
export interface HitSite extends CommonPage {
  kind: 'site';
  options: WebsiteOptions;
}

export type HitPage = HitApp | HitSite;
