import { type CampaignVersion, computeShares, listVariantNames, listVersions } from '@botscope/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { TabRow, tabClass } from '../../../../../ui/page-tabs.tsx';
import { languageName } from '../../../shared/language-name.ts';
import type { StepProps } from '../step-props.ts';
import { toSearch } from './use-version.ts';
import { VersionActions } from './version-actions.tsx';
import classes from './versions.module.css';

interface VersionTabsProps extends StepProps {
  version: CampaignVersion;
  open(version: CampaignVersion): void;
}

/** Tabs for the version being written: variants to compare, and languages of each. */
export function VersionTabs(props: VersionTabsProps) {
  const { state, version } = props;
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { variants } = state.values;
  const names = listVariantNames(variants);
  const shares = computeShares(variants);
  const languages = listVersions(state.values).filter(({ variant }) => variant === version.variant);
  const codes = languages.map(({ language }) => language);
  const nameOf = (code: string) =>
    code === '' ? t('CampaignVariants.editor.default') : languageName(code, i18n.language);
  return (
    <div className={classes.versions}>
      {names.length > 1 && (
        <div className={classes.bar}>
          <TabRow label={t('CampaignVariants.editor.variants')} current={version.variant}>
            {names.map((variant, index) => (
              <VersionTab key={variant} id={variant} version={{ variant, language: '' }} current={version.variant}>
                {t('CampaignVariants.variant', { name: variant })} · {format.percent((shares[index] ?? 0) / 100)}
              </VersionTab>
            ))}
          </TabRow>
        </div>
      )}
      {codes.length > 1 && (
        <div className={classes.bar}>
          <TabRow label={t('CampaignVariants.editor.languages')} current={version.language || 'default'}>
            {codes.map((code) => (
              <VersionTab
                key={code}
                id={code || 'default'}
                version={{ variant: version.variant, language: code }}
                current={version.language || 'default'}
              >
                {nameOf(code)}
              </VersionTab>
            ))}
          </TabRow>
        </div>
      )}
      <VersionActions {...props} codes={codes} nameOf={nameOf} />
    </div>
  );
}

interface VersionTabProps {
  id: string;
  version: CampaignVersion;
  current: string;
  children: React.ReactNode;
}

function VersionTab({ id, version, current, children }: VersionTabProps) {
  return (
    <li data-tab={id}>
      <Link
        to="."
        search={(oldSearch: object) => ({ ...oldSearch, ...toSearch(version) })}
        aria-current={id === current ? 'page' : undefined}
        className={tabClass}
        activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
        resetScroll={false}
      >
        {children}
      </Link>
    </li>
  );
}
