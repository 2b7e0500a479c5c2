import { type CampaignVersion, listVariantNames, maxLanguages, variantNames } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconLanguage, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import dialogClasses from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { addLanguage, addVariant, removeLanguage, removeVariant } from '../../../data/versions.ts';
import type { StepProps } from '../step-props.ts';
import { LanguageDialog } from './language-dialog.tsx';
import classes from './versions.module.css';

interface VersionActionsProps extends StepProps {
  version: CampaignVersion;
  /** Languages of the variant being written, '' for the default. */
  codes: readonly string[];
  nameOf(code: string): string;
  open(version: CampaignVersion): void;
}

/** Buttons that add and remove languages and variants, with their dialogs. What was added opens at once. */
export function VersionActions({ state, draft, change, version, open, codes, nameOf }: VersionActionsProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'language' | 'removeLanguage' | 'removeVariant' | null>(null);
  const names = listVariantNames(state.values.variants);
  const close = () => setDialog(null);
  return (
    <>
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
            {t(names.length > 1 ? 'CampaignVariants.editor.addVariant' : 'CampaignVariants.editor.compare')}
          </Button>
        )}
        {version.language !== '' && (
          <Remove onClick={() => setDialog('removeLanguage')}>
            {t('CampaignVariants.editor.removeLanguage', { name: nameOf(version.language) })}
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
          title={t('CampaignVariants.editor.removeLanguageQuestion', { name: nameOf(version.language) })}
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
    </>
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
