import {
  type CampaignVersion,
  computeShares,
  listVariantNames,
  listVersions,
  maxLanguages,
  variantNames,
} from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconLanguage, IconPlus, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import dialogClasses from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { TabRow, tabClass } from '../../../../../ui/page-tabs.tsx';
import { addLanguage, addVariant, removeLanguage, removeVariant } from '../../../data/versions.ts';
import { languageName } from '../../../shared/language-name.ts';
import type { StepProps } from '../step-props.ts';
import { LanguageDialog } from './language-dialog.tsx';
import { toSearch } from './use-version.ts';
import classes from './versions.module.css';

interface VersionTabsProps extends StepProps {
  version: CampaignVersion;
  open(version: CampaignVersion): void;
}

/** Tabs for the version being written: variants to compare, and languages of each. */
export function VersionTabs({ state, draft, change, version, open }: VersionTabsProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const [dialog, setDialog] = useState<'language' | 'removeLanguage' | 'removeVariant' | null>(null);
  const { variants } = state.values;
  const names = listVariantNames(variants);
  const shares = computeShares(variants);
  const languages = listVersions(state.values).filter(({ variant }) => variant === version.variant);
  const codes = languages.map(({ language }) => language);
  const isSplit = names.length > 1;
  const language = (code: string) =>
    code === '' ? t('CampaignVariants.editor.default') : languageName(code, i18n.language);
  const close = () => setDialog(null);
  return (
    <div className={classes.versions}>
      {isSplit && (
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
                {language(code)}
              </VersionTab>
            ))}
          </TabRow>
        </div>
      )}
      <div className={classes.actions}>
        {codes.length <= maxLanguages && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconLanguage size={16} aria-hidden />}
            onClick={() => setDialog('language')}
          >
            {t('CampaignVariants.editor.addLanguage')}
          </Button>
        )}
        {/* Users of an automation come one by one: there is no list to be divided. */}
        {state.values.automation === null && names.length < variantNames.length && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => {
              change(addVariant(draft.state().values));
              open({ variant: variantNames[names.length] ?? 'B', language: '' });
            }}
          >
            {t(isSplit ? 'CampaignVariants.editor.addVariant' : 'CampaignVariants.editor.compare')}
          </Button>
        )}
        {version.language !== '' && (
          <Remove onClick={() => setDialog('removeLanguage')}>
            {t('CampaignVariants.editor.removeLanguage', { name: language(version.language) })}
          </Remove>
        )}
        {version.variant !== 'A' && version.language === '' && (
          <Remove onClick={() => setDialog('removeVariant')}>
            {t('CampaignVariants.editor.removeVariant', { name: version.variant })}
          </Remove>
        )}
      </div>
      {dialog === 'language' && (
        <LanguageDialog
          used={codes}
          onClose={close}
          onAdd={(code) => {
            change(addLanguage(draft.state().values, version.variant, code));
            close();
            open({ variant: version.variant, language: code });
          }}
        />
      )}
      {dialog === 'removeLanguage' && (
        <RemoveDialog
          title={t('CampaignVariants.editor.removeLanguageQuestion', { name: language(version.language) })}
          onClose={close}
          onRemove={() => {
            change(removeLanguage(draft.state().values, version));
            close();
            open({ variant: version.variant, language: '' });
          }}
        />
      )}
      {dialog === 'removeVariant' && (
        <RemoveDialog
          title={t('CampaignVariants.editor.removeVariantQuestion', { name: version.variant })}
          onClose={close}
          onRemove={() => {
            change(removeVariant(draft.state().values, version.variant));
            close();
            open({ variant: 'A', language: '' });
          }}
        />
      )}
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

const Remove = ({ onClick, children }: { onClick(): void; children: React.ReactNode }) => (
  <Button
    size="compact-sm"
    variant="subtle"
    color="red"
    leftSection={<IconTrash size={16} aria-hidden />}
    onClick={onClick}
  >
    {children}
  </Button>
);

interface RemoveDialogProps {
  title: string;
  onRemove(): void;
  onClose(): void;
}

/** Asks before a version is removed: its content is lost. */
function RemoveDialog({ title, onRemove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={dialogClasses.body}>
        <p>{t('CampaignVariants.editor.removeText')}</p>
        <Flex gap={8} wrap="wrap" justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button color="red" onClick={onRemove}>
            {t('CampaignVariants.editor.remove')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
