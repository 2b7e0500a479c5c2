import {
  api,
  type Bot,
  type Campaign,
  formatRules,
  type LinkWarnings,
  listVariables,
  listVersions,
  type ValueWarnings,
} from '@botscope/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../../platform/api/api-error.ts';
import { call } from '../../../../../platform/api/call.ts';
import { failureText } from '../../../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { Notice } from '../../../../../ui/notice.tsx';
import { TextLink } from '../../../../../ui/text-link.tsx';
import { Note } from '../../../../../ui/words.tsx';
import { useVariableName } from '../../../shared/use-variable-name.ts';
import { useVersionName } from '../../../shared/use-version-name.ts';
import { toSearch } from '../versions/use-version.ts';
import classes from './warnings.module.css';

type Empty = ValueWarnings['empty'][number];
type TooLong = ValueWarnings['too_long'][number];

interface ItemsProps {
  bot: Bot;
  campaign: Campaign;
  warnings: ValueWarnings;
}

/** Values that are empty, or make a message too long, each with how many users that concerns. */
function ValueWarningItems({ bot, campaign, warnings }: ItemsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useVariableName(bot);
  const versionName = useVersionName(campaign.variants);
  const users = ({ users: count, is_exact }: Empty | TooLong): string =>
    t(is_exact ? 'CampaignChecks.users' : 'CampaignChecks.atMost', { count, number: format.number(count) });
  const formatVersion = ({ version }: Empty | TooLong): string => (version ? `${versionName(version)}: ` : '');
  return (
    <>
      {warnings.empty.map((one) => (
        <li key={keyOf(one, one.variable)}>
          {formatVersion(one)}
          {t('CampaignChecks.empty', { name: nameOf(one.variable), users: users(one) })}{' '}
          {t('CampaignChecks.fallback', { example: `{${one.variable}|${t('CampaignChecks.fallbackWord')}}` })}{' '}
          <Links one={one} />
        </li>
      ))}
      {warnings.too_long.map((one) => (
        <li key={keyOf(one, one.field, one.code)}>
          {formatVersion(one)}
          {t(`CampaignChecks.too_long.${one.code}`, {
            names: one.variables.map(nameOf).join(', '),
            users: users(one),
          })}{' '}
          <Links one={one} />
        </li>
      ))}
    </>
  );
}

const keyOf = ({ version }: Empty | TooLong, ...words: string[]): string =>
  [...words, version?.variant, version?.language].join(' ');

/** To where it can be mended, and to the users: all of them where rules can say it, else the first ones. */
function Links({ one }: { one: Empty | TooLong }) {
  const { t } = useTranslation();
  const rules = 'rules' in one ? one.rules : null;
  return (
    <>
      <TextLink
        to="."
        search={(oldSearch: object) => ({ ...oldSearch, step: 'message', ...(one.version && toSearch(one.version)) })}
      >
        {t('CampaignChecks.mend')}
      </TextLink>
      {rules !== null && (
        <>
          {' · '}
          <TextLink to="/users" search={{ rules: formatRules(rules) }} title={t('CampaignChecks.listNote')}>
            {t('CampaignChecks.list')}
          </TextLink>
        </>
      )}
      {rules === null && one.named.length > 0 && (
        <span className={classes.named}>
          {t('CampaignChecks.named')}
          {one.named.map(({ user_id, name }, index) => (
            <span key={user_id}>
              {index > 0 && ', '}
              <TextLink to="/users/$userId" params={{ userId: String(user_id) }}>
                {name || user_id}
              </TextLink>
            </span>
          ))}
          {one.users > one.named.length && '…'}
        </span>
      )}
    </>
  );
}

type CampaignRevision = Pick<Campaign, 'campaign_id' | 'revision'>;
const toParams = (key: string, { campaign_id }: CampaignRevision) => ({ key, campaign_id: String(campaign_id) });

/** Loads problems with the links of a revision. The server requests each address, which takes some seconds. */
const linkWarningsQuery = (key: string, campaign: CampaignRevision) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', campaign.campaign_id, 'warnings', 'links', campaign.revision],
    queryFn: ({ signal }) => call(api.campaignLinkWarnings, { params: toParams(key, campaign), signal }),
  });

/** Loads problems that the audience's values cause in a revision. */
const valueWarningsQuery = (key: string, campaign: CampaignRevision) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', campaign.campaign_id, 'warnings', 'values', campaign.revision],
    queryFn: ({ signal }) => call(api.campaignValueWarnings, { params: toParams(key, campaign), signal }),
  });

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

/** Addresses that do not answer as they should, and those that were not requested. */
function LinkWarningItems({ campaign, warnings }: { campaign: Campaign; warnings: LinkWarnings }) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useVersionName(campaign.variants);
  const formatVersions = (versions: LinkWarnings['broken'][number]['versions']): string =>
    versions.length === 0 ? '' : `${versions.map(nameOf).join(', ')}: `;
  const personal = warnings.unchecked.filter(({ reason }) => reason === 'variables');
  const uncheckedCount = warnings.unchecked.length - personal.length;
  return (
    <>
      {warnings.broken.map(({ url, status, failure, versions }) => (
        <li key={url}>
          {formatVersions(versions)}
          {status === null
            ? t(`CampaignChecks.links.failures.${failure ?? 'other'}`, { url })
            : t('CampaignChecks.links.status', { url, status })}
        </li>
      ))}
      {personal.map(({ url, versions }) => (
        <li key={url}>
          {formatVersions(versions)}
          {t('CampaignChecks.links.variables', { url })}
        </li>
      ))}
      {uncheckedCount > 0 && (
        <li>{t('CampaignChecks.links.too_many', { count: uncheckedCount, number: format.number(uncheckedCount) })}</li>
      )}
    </>
  );
}
