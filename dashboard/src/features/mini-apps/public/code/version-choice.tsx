import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OptionCards } from '../../../../ui/option-cards.tsx';

const versions = ['rolling', 'frozen'] as const;

/** Always the newest version of the script, or one that never changes. */
export function VersionChoice({ isFrozen, onChange }: { isFrozen: boolean; onChange(isFrozen: boolean): void }) {
  const { t } = useTranslation();
  return (
    <Box mb={16}>
      <OptionCards
        label={t('PageScript.code.version')}
        name="version"
        value={isFrozen ? 'frozen' : 'rolling'}
        options={versions.map((value) => ({
          value,
          label: t(`PageScript.code.versions.${value}.label`),
          text: t(`PageScript.code.versions.${value}.text`),
        }))}
        onChange={(value) => onChange(value === 'frozen')}
      />
    </Box>
  );
}
