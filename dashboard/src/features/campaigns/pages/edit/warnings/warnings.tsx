import { type Bot, type Campaign, listVariables, listVersions } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../../platform/api/api-error.ts';
import { failureText } from '../../../../../platform/errors/error-mapping.ts';
import { Notice } from '../../../../../ui/notice.tsx';
import { Note } from '../../../../../ui/words.tsx';
import { linkWarningsQuery, valueWarningsQuery } from '../../../data/warnings-data.ts';
import { LinkWarningItems } from './link-warnings.tsx';
import { ValueWarningItems } from './value-warnings.tsx';
import classes from './warnings.module.css';

/** Warnings that do not prevent a start: links that do not work, and values that are missing or too long. */
export function Warnings({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const links = useQuery(linkWarningsQuery(bot.key, campaign));
  const values = useQuery({ ...valueWarningsQuery(bot.key, campaign), enabled: campaign.automation === null });
  const loadError = links.error ?? values.error;
  const isBusy = links.isFetching || values.isFetching;
  const count =
    (links.data === undefined ? 0 : links.data.broken.length + links.data.unchecked.length) +
    (values.data === undefined ? 0 : values.data.empty.length + values.data.too_long.length);
  // Without links and variables there was nothing to look at.
  const hasAny =
    (links.data?.working ?? 0) > 0 || listVersions(campaign).some(({ message }) => listVariables(message).length > 0);
  const isSerious = (links.data?.broken.length ?? 0) + (values.data?.too_long.length ?? 0) > 0;
  return (
    <div className={classes.warnings}>
      <div role="status">
        {isBusy && <Note>{t('CampaignChecks.busy')}</Note>}
        {!isBusy && loadError === null && count === 0 && hasAny && <Note>{t('CampaignChecks.fine')}</Note>}
        {!isBusy && loadError !== null && (
          <Note>{t('CampaignChecks.failed', { reason: failureText(codeOf(loadError)) })}</Note>
        )}
      </div>
      {count > 0 && (
        <Notice tone={isSerious ? 'warn' : 'info'}>
          <h3 className={classes.title}>{t('CampaignChecks.title')}</h3>
          <ul className={classes.list} aria-label={t('CampaignChecks.label')}>
            {values.data && <ValueWarningItems bot={bot} campaign={campaign} warnings={values.data} />}
            {links.data && <LinkWarningItems campaign={campaign} warnings={links.data} />}
          </ul>
        </Notice>
      )}
    </div>
  );
}
