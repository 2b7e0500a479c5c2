import { closedValues, type Dimension, othersName, parseSegmentName } from '@botscope/contract';
import type { TFunction } from 'i18next';
import type { reports } from '../locales/en/reports.ts';

/** Names that Telegram's clients use for themselves, with the names that users know. */
const platforms: Readonly<Record<string, string>> = {
  ios: 'iOS',
  android: 'Android',
  android_x: 'Telegram X',
  tdesktop: 'Telegram Desktop',
  macos: 'macOS',
  unigram: 'Unigram',
  weba: 'Web A',
  webk: 'Web K',
  web: 'Web',
};

type ClosedValue = keyof typeof reports.values;

/**
 * A value of a dimension in words: `ru` of `language` is "Russian". What users sent (sources, commands) stays as it is.
 * `dimension` may be `platform` too, which is one of Mini App sessions only, and `device` or `page`, of websites only.
 */
export function nameValue(dimension: string, value: string, t: TFunction, locale: string): string {
  if (value === othersName) return t('Reports.others');
  if (value === '') return emptyName(dimension, t);
  if (closedValues[dimension as Dimension]?.includes(value)) return t(`Reports.values.${value as ClosedValue}`);
  if (dimension === 'language') return displayName(value, 'language', locale);
  if (dimension === 'country') return displayName(value, 'region', locale);
  if (dimension === 'segment') return parseSegmentName(value);
  if (dimension === 'device') return t(`Reports.values.${value as ClosedValue}`, { defaultValue: value });
  if (dimension === 'platform') return platforms[value] ?? value;
  return value;
}

function emptyName(dimension: string, t: TFunction): string {
  if (dimension === 'source') return t('Reports.direct');
  return dimension.startsWith('param.') ? t('Reports.values.none') : t('Reports.values.unknown');
}

/** `of` throws for what is no code; what it does not know comes back as it was. */
function displayName(code: string, type: 'language' | 'region' | 'currency', locale: string): string {
  try {
    const name = new Intl.DisplayNames(locale, { type }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  } catch {
    return code;
  }
}

/** "Euro (EUR)"; Telegram Stars are known to no list of currencies. */
export function nameCurrency(code: string, t: TFunction, locale: string): string {
  return code === 'XTR' ? t('Reports.stars') : `${displayName(code, 'currency', locale)} (${code})`;
}
