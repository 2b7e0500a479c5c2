import { type Bot, type Campaign, formatRules, type ValueWarnings } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { TextLink } from '../../../../../ui/text-link.tsx';
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
export function ValueWarningItems({ bot, campaign, warnings }: ItemsProps) {
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
