import type { Bot } from '@botscope/contract';
import type { Icon } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type { Finding, FindingsData } from '../findings/findings.ts';
import type { AddressLines } from '../form/address-lines.ts';
import type { PageData, PageTypes } from './page-data.ts';

/** Description of Mini Apps, or of websites, for the components that they share. */
export interface PageKind<T extends PageTypes> {
  /** In the keys of its texts. */
  name: 'App' | 'Site';
  icon: Icon;
  /** Paths of the list, of the form and of one page. */
  list: '/webapps' | '/code4-site';
  add: '/add-app' | '/code4-site/new';
  one: '/webapps/$page' | '/code4-site/$page';
  /** Columns of the list, in order. */
  columns: readonly ('name' | 'bot' | 'status' | 'addresses' | 'created')[];
  /** True where names may have letters of any direction. */
  hasFreeName: boolean;
  idOf(page: T['page']): number;
  nameOf(page: T['page']): string;
  /** Origins or domains that may report. */
  addressesOf(page: T['page']): readonly string[];
  /** Parses addresses as users type them: one a line. */
  parseAddresses(text: string): AddressLines;
  withAddresses(page: T['page'], addresses: string[]): T['draft'];
  data: PageData<T>;
}

/** Props of the sections on the page of a Mini App or website. */
export interface SectionProps<T extends PageTypes> {
  page: T['page'];
  bot: Bot;
}

export interface FormProps<T extends PageTypes> {
  /** Bots that a new page may belong to; that of an existing one. */
  bots: readonly Bot[];
  /** Undefined for a new one. */
  page?: T['page'];
  /** Its bot; of a new page, the one that is chosen first. */
  owner: Bot;
  submit: string;
  /** @throws ApiError */
  send(bot: string, draft: T['draft']): Promise<void>;
  /** Once nothing is unsaved any more: before that a page that is left would ask. */
  onSaved?: () => void;
  onCancel?: () => void;
}

/** Values that texts of findings name. */
type FindingWords = Record<'number' | 'bot' | 'places' | 'moment' | 'digits' | 'ownDigits', string> & { count: number };

/** Findings about the reports of a page. */
export interface FindingParts<T extends PageTypes> {
  find(data: FindingsData<T['page'], T['hit']>): readonly Finding<T['finding']>[];
  describe(t: TFunction, finding: Finding<T['finding']>, words: FindingWords): { title: string; text: string };
  /** Possible reasons why no hit comes, one a line. */
  listCauses(t: TFunction, page: T['page']): readonly string[];
  /** Link to where the problem is solved. */
  Remedy?: ComponentType<{ kind: T['finding']; bot: Bot }>;
}

/** Parts of a detail page that differ by kind. */
export interface PageParts<T extends PageTypes> {
  Form: ComponentType<FormProps<T>>;
  Numbers: ComponentType<SectionProps<T>>;
  /** `findings` stand below the lines to paste. */
  Code: ComponentType<SectionProps<T> & { findings: ReactNode }>;
  HitTable: ComponentType<{ hits: readonly T['hit'][]; bot: Bot }>;
  findings: FindingParts<T>;
  /** Settings, between the key and the date. */
  listFacts(t: TFunction, page: T['page']): readonly (readonly [name: string, value: ReactNode])[];
}
