import { type Bot, mayRead, permissionsOf } from '@botscope/contract';
import { Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { TextLink } from '../../../../ui/text-link.tsx';
import type { ConversionView } from './conversions-data.ts';

const reports = [
  ['conversion_summary', 'Conversions.summary'],
  ['conversions_summary', 'Conversions.overTime'],
  ['conversion_sources', 'Conversions.bySource'],
] as const;

/** From the list to what sums it up, for the same days and people. */
export function ReportLinks({ bot, view: { period, filter } }: { bot: Bot; view: ConversionView }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('Conversions.reports')}>
      <Flex component="ul" rowGap={4} columnGap={16} wrap="wrap" mb={20}>
        {reports
          .filter(([type]) => mayRead(permissionsOf(bot), type))
          .map(([type, word]) => (
            <li key={type}>
              <TextLink to="/reports/$typeReport" params={{ typeReport: type }} search={{ period, filter }}>
                {t(word)}
              </TextLink>
            </li>
          ))}
        {may(bot, 'convers.view') && (
          <li>
            <TextLink to="/targets">{t('Conversions.settings')}</TextLink>
          </li>
        )}
      </Flex>
    </nav>
  );
}
