import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { Under } from '../../../ui/words.tsx';
import type { TrackedPage } from '../data/page-data.ts';
import { useOpenDialog } from '../data/page-search.ts';

interface SettingsSectionProps {
  page: TrackedPage;
  bot: Bot;
  /** Between the key and the date. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Settings of a Mini App or a website. */
export function SettingsSection({ page, bot, facts }: SettingsSectionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const open = useOpenDialog();
  return (
    <Section
      title={t('Pages.settings.title')}
      actions={
        may(bot, 'webapp.manage') && (
          <Button variant="default" size="compact-sm" onClick={() => open('edit')}>
            {t('Pages.actions.edit')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [
            t('Pages.settings.key'),
            <>
              <code>{page.key}</code> <CopyButton value={page.key} label={t('Pages.key.copy')} />
              {page.old_key_until !== null && (
                <Under>{t('Pages.settings.oldKey', { moment: format.moment(page.old_key_until) })}</Under>
              )}
            </>,
          ],
          ...facts,
          [t('Pages.columns.created'), format.date(page.created_at)],
        ]}
      />
    </Section>
  );
}
