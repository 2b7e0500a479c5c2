import { languages } from '@botscope/contract';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { languageNames, useLanguage } from '../../platform/session/language.ts';
import { DropItem, DropMenu } from '../../ui/drop-menu.tsx';

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
