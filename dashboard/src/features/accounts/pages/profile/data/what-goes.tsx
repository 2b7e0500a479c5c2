import type { api, OutputOf } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import classes from './what-goes.module.css';

/** Lists what is deleted with the account: its bots, with the members who lose them, and its access to other bots. */
export function WhatGoes({ goes }: { goes: OutputOf<typeof api.accountDeletion.data> }) {
  const { t } = useTranslation();
  const { bots, granted } = goes;
  return (
    <>
      {bots.length === 0 ? (
        <p>{t('Profile.data.noBots')}</p>
      ) : (
        <div>
          <p>{t('Profile.data.bots', { count: bots.length })}</p>
          <ul className={classes.bots}>
            {bots.map(({ key, bot_name, members }) => (
              <li key={key}>
                <strong>{bot_name}</strong>
                {members > 0 && <> – {t('Profile.data.members', { count: members })}</>}
              </li>
            ))}
          </ul>
          <p>{t('Profile.data.transferFirst')}</p>
        </div>
      )}
      {bots.length > 0 && <p>{t('Profile.data.later')}</p>}
      {granted > 0 && <p>{t('Profile.data.granted', { count: granted })}</p>}
    </>
  );
}
