import '@mantine/core/styles/Combobox.layer.css';
import { api, type Language, languages } from '@botscope/contract';
import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, initQuery, queryClient } from '../../api/call.ts';
import { languageNames, useLanguage } from '../../shell/language.ts';
import { showDone, showError } from '../../shell/refusals.ts';
import { useSession } from '../../shell/session.ts';
import { Page } from '../../ui/page.tsx';
import { Facts, Section } from '../../ui/section.tsx';
import classes from './profile-page.module.css';
import { zoneOption, zoneOptions } from './zones.ts';

/** The account's own settings; each is saved when it is chosen. */
export function ProfilePage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { language, choose } = useLanguage();
  const own = user?.time_zone ?? 'UTC';
  const [opened, setOpened] = useState(false);
  const zones = useMemo(() => (opened ? zoneOptions(own, Date.now()) : [zoneOption(own, Date.now())]), [opened, own]);
  const chooseZone = async (zone: string | null) => {
    if (zone === null || zone === own) return;
    try {
      const saved = await call(api.setTimeZone, { query: { time_zone: zone } });
      queryClient.setQueryData(initQuery.queryKey, (init) => init && { ...init, user: saved.user });
      // Days begin elsewhere now: every report has to be counted anew.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'init' });
      showDone(t('Profile.saved'));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Page narrow title={t('Profile.title')}>
      <Section title={t('Shell.account')}>
        <Facts facts={[[t('Profile.email'), user?.email ?? '']]} />
        <div className={classes.fields}>
          <Select
            label={t('Profile.language')}
            description={t('Profile.languageHint')}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            value={language}
            allowDeselect={false}
            onChange={(value) => value && choose(value as Language)}
          />
          <Select
            label={t('Profile.timeZone')}
            description={t('Profile.timeZoneHint')}
            data={zones}
            value={own}
            allowDeselect={false}
            searchable
            limit={100}
            nothingFoundMessage={t('Profile.noZone')}
            onFocus={() => setOpened(true)}
            onChange={chooseZone}
          />
        </div>
      </Section>
    </Page>
  );
}
