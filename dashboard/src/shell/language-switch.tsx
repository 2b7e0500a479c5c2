import { languages } from '@botscope/contract';
import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from './language.ts';

/** Each language calls itself by its own name. */
export const languageNames = { en: 'English', ru: 'Русский' } as const;

export function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, choose } = useLanguage();
  return (
    <Menu position="bottom-end" offset={4}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" c="dimmed" aria-label={`${t('Shell.language')}: ${languageNames[language]}`}>
          {language.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((each) => (
          <Menu.Item key={each} lang={each} aria-current={each === language ? 'true' : undefined} onClick={() => choose(each)}>
            {languageNames[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
