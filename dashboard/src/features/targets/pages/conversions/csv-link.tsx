import { type Bot, conversionsCsvPath } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ConversionView, toQuery } from './conversions-data.ts';

/** The whole list as a file: all of it, not only the pages that were opened. */
export function CsvLink({ bot, view, empty }: { bot: Bot; view: ConversionView; empty: boolean }) {
  const { t } = useTranslation();
  if (empty) return null;
  return (
    <Button
      component="a"
      href={`${conversionsCsvPath(bot.key)}?${new URLSearchParams(toQuery(view))}`}
      download
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={t('Conversions.csvLabel')}
    >
      {t('Conversions.csv')}
    </Button>
  );
}
