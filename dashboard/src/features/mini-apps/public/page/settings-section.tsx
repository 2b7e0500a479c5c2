import type { Bot, MiniApp } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Facts, Section } from '../../../../ui/section.tsx';
import { Under } from '../../../../ui/words.tsx';

interface SettingsSectionProps {
  page: Pick<MiniApp, 'key' | 'old_key_until' | 'created_at'>;
  bot: Bot;
  /** Between the key and the date. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Settings of a Mini App or a website. */
export function SettingsSection({ page, bot, facts }: SettingsSectionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const edit = () => void navigate({ to: '.', search: (oldSearch: object) => ({ ...oldSearch, dialog: 'edit' }) });
  return (
    <Section
      title={t('PageScript.settings.title')}
      actions={
        may(bot, 'webapp.manage') && (
          <Button variant="default" size="compact-sm" onClick={edit}>
            {t('PageScript.actions.edit')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [
            t('PageScript.settings.key'),
            <>
              <code>{page.key}</code> <CopyButton value={page.key} label={t('PageScript.key.copy')} />
              {page.old_key_until !== null && (
                <Under>{t('PageScript.settings.oldKey', { moment: format.moment(page.old_key_until) })}</Under>
              )}
            </>,
          ],
          ...facts,
          [t('PageScript.columns.created'), format.date(page.created_at)],
        ]}
      />
    </Section>
  );
}
