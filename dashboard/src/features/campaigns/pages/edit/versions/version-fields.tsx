import type { api } from '@botscope/contract';
import { type InputOf, listVariantNames, listVersions, type VariantName } from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DraftValues } from '../../../data/draft.ts';
import { languageName } from '../../../shared/language-name.ts';

/** Version of the message that is sent as a test: variant A in the user's language unless chosen. */
export type ChosenVersion = Omit<InputOf<typeof api.testCampaign.body>, 'user_id'>;

interface VersionFieldsProps {
  values: Pick<DraftValues, 'message' | 'variants'>;
  chosen: ChosenVersion;
  onChange(chosen: ChosenVersion): void;
}

const ownLanguage = '-';

/** Asks for what there are several of. */
export function VersionFields({ values, chosen, onChange }: VersionFieldsProps) {
  const { t, i18n } = useTranslation();
  const names = listVariantNames(values.variants);
  const variant = names.find((name) => name === chosen.variant) ?? 'A';
  const languages = listVersions(values).filter((version) => version.variant === variant);
  return (
    <>
      {names.length > 1 && (
        <NativeSelect
          label={t('CampaignVariants.testSend.variant')}
          value={variant}
          data={names.map((name) => ({ value: name, label: t('CampaignVariants.variant', { name }) }))}
          onChange={(event) => onChange({ variant: event.currentTarget.value as VariantName })}
        />
      )}
      {languages.length > 1 && (
        <NativeSelect
          label={t('CampaignVariants.testSend.language')}
          value={chosen.language ?? ownLanguage}
          data={[
            { value: ownLanguage, label: t('CampaignVariants.testSend.own') },
            ...languages.map(({ language }) => ({
              value: language,
              label: language === '' ? t('CampaignVariants.editor.default') : languageName(language, i18n.language),
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ variant, ...(value !== ownLanguage && { language: value }) })
          }
        />
      )}
    </>
  );
}
