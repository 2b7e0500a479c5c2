import type { Bot, StartRules, WebsiteOptions } from '@botscope/contract';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OptionCards } from '../../../ui/option-cards.tsx';
import { WholePayloads } from './link-rules.tsx';

const linkModes = ['readable', 'ticket'] as const;
const consents = ['auto', 'required'] as const;
const signals = ['tickets', 'count_nobody'] as const;

type Values = Pick<WebsiteOptions, 'link_mode' | 'consent' | 'gpc' | 'know_users'>;

interface OptionFieldsProps {
  bot: Bot | undefined;
  /** Null: not known. */
  rules: StartRules | null;
  values: Values;
  change(part: Partial<Values>): void;
}

/** Options of a website: how links carry the visit, and what is counted about which visitors. */
export function OptionFields({ bot, rules, values, change }: OptionFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div>
        <OptionCards
          label={t('PageListSite.links.label')}
          name="link_mode"
          value={values.link_mode}
          options={linkModes.map((value) => ({
            value,
            label: t(`PageListSite.links.${value}.label`),
            text: t(`PageListSite.links.${value}.text`),
          }))}
          onChange={(link_mode) => change({ link_mode })}
        />
        {values.link_mode === 'readable' && bot && <WholePayloads bot={bot} rules={rules} />}
      </div>
      <OptionCards
        label={t('PageListSite.consent.label')}
        name="consent"
        value={values.consent}
        options={consents.map((value) => ({
          value,
          label: t(`PageListSite.consent.${value}.label`),
          text: t(`PageListSite.consent.${value}.text`),
        }))}
        onChange={(consent) => change({ consent })}
      />
      <OptionCards
        label={t('PageListSite.gpc.label')}
        name="gpc"
        value={values.gpc}
        options={signals.map((value) => ({
          value,
          label: t(`PageListSite.gpc.${value}.label`),
          text: t(`PageListSite.gpc.${value}.text`),
        }))}
        onChange={(gpc) => change({ gpc })}
      />
      <Checkbox
        name="know_users"
        label={t('PageListSite.knowUsers.label')}
        description={t('PageListSite.knowUsers.text')}
        checked={values.know_users}
        onChange={({ currentTarget: { checked } }) => change({ know_users: checked })}
      />
    </>
  );
}
