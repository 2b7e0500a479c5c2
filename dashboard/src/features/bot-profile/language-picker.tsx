import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Two-letter languages of Telegram's own translations, and others that bots are often written in. */
const offered =
  'ar be bg bn ca cs da de el en es et fa fi fr he hi hr hu hy id it ja ka kk ko ky lt lv ms nl no pl pt ro ru sk sl sr sv ta te tg th tr uk ur uz vi zh'.split(
    ' ',
  );

interface LanguagePickerProps {
  value: string;
  /** Above the field; absent = it has a name only for those who do not see where it stands. */
  label?: string;
  onChange: (language: string) => void;
}

/** Choice of the language of the texts on show; '' = those for all languages without their own. */
export function LanguagePicker({ value, label, onChange }: LanguagePickerProps) {
  const { t, i18n } = useTranslation();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
    return offered
      .map((code) => ({ value: code, label: capital(names.of(code) ?? code, i18n.language) }))
      .sort((one, other) => one.label.localeCompare(other.label, i18n.language));
  }, [i18n.language]);
  return (
    <NativeSelect
      {...(label === undefined ? { 'aria-label': t('BotProfile.language') } : { label })}
      value={value}
      data={[{ value: '', label: t('BotProfile.allLanguages') }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const capital = (word: string, language: string): string =>
  word.slice(0, 1).toLocaleUpperCase(language) + word.slice(1);
