import { keyNumbersType, type Share } from '@botscope/contract';
import type { TFunction } from 'i18next';

/** A link's own title, or what it is about. */
export const shareName = ({ title, type_report: type }: Pick<Share, 'title' | 'type_report'>, t: TFunction): string =>
  title || subjectName(type, t);

export const subjectName = (type: Share['type_report'], t: TFunction): string =>
  type === keyNumbersType ? t('Home.keyNumbers') : t(`Reports.titles.${type}`);
