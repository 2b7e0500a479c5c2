import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './composer.module.css';

/** The address of a link; null = no link. */
export function LinkField({ onDone }: { onDone(url: string | null): void }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Its form lies inside the message's.
    event.stopPropagation();
    const linkUrl = address.trim();
    onDone(linkUrl === '' ? null : /^[a-z]+:/i.test(linkUrl) ? linkUrl : `https://${linkUrl}`);
  };
  return (
    <div className={classes.linkField}>
      <TextInput
        aria-label={t('Messages.format.address')}
        placeholder="https://"
        data-autofocus
        autoFocus
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit(event);
          if (event.key === 'Escape') onDone(null);
        }}
      />
      <Button variant="default" onClick={submit}>
        {t('Messages.format.apply')}
      </Button>
    </div>
  );
}
