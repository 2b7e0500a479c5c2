import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './users.module.css';

/** Milliseconds after the last key before the list follows. */
const pauseMs = 250;

interface SearchBoxProps {
  value: string;
  onChange(value: string): void;
}

/** Finds by number, @username or the beginning of a name. What is typed reaches the address after a pause. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const sentText = useRef(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  // A view that was opened, or a step back, changes the address without typing.
  useEffect(() => {
    if (value === sentText.current) return;
    sentText.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const searchText = text.trim();
    if (searchText === sentText.current) return;
    const timer = setTimeout(() => {
      sentText.current = searchText;
      latest.current(searchText);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextInput
      type="search"
      className={classes.search}
      size="xs"
      maxLength={128}
      aria-label={t('Users.search.label')}
      placeholder={t('Users.search.placeholder')}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
