import { languages } from '@botscope/contract';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DropItem, DropMenu } from '../ui/drop-menu.tsx';
import { languageNames, useLanguage } from './language.ts';

export function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, choose } = useLanguage();
  return (
    <DropMenu label={`${t('Shell.language')}: ${language.toUpperCase()}`} button={language.toUpperCase()} width={140}>
      {languages.map((each) => (
        <DropItem
          key={each}
          lang={each}
          chosen={each === language}
          mark={each === language && <IconCheck size={16} stroke={1.8} aria-hidden />}
          onChoose={() => choose(each)}
        >
          {languageNames[each]}
        </DropItem>
      ))}
    </DropMenu>
  );
}
