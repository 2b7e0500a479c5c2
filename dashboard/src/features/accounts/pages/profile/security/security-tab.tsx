import type { Account, Passkey } from '@botscope/contract';
import { Box, Button, Flex, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../../ui/loaded.tsx';
import { passkeysWork } from '../../../../../ui/passkeys-work.ts';
import { Section } from '../../../../../ui/section.tsx';
import { passkeysQuery } from '../../../public/account-data.ts';
import forms from '../../../public/profile-forms.module.css';
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TotpSection } from './totp-section.tsx';

/** Protection of the account: second factor, passkeys, sessions. */
export function SecurityTab({ user }: { user: Account }) {
  return (
    <>
      <TotpSection user={user} />
      <PasskeysSection />
      <SessionsSection />
    </>
  );
}

type Open = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey } | null;

/** Keys that sign in without a password. */
function PasskeysSection() {
  const { t } = useTranslation();
  const query = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Section title={t('Profile.passkeys.title')}>
      <p>{t('Profile.passkeys.text')}</p>
      <Loaded query={query} height={80}>
        {({ passkeys }) => (
          <>
            {passkeys.length === 0 && <p>{t('Profile.passkeys.none')}</p>}
            {passkeys.length > 0 && (
              <ul className={forms.list}>
                {passkeys.map((passkey) => (
                  <PasskeyLine
                    key={passkey.id}
                    passkey={passkey}
                    onOpen={(action) => setOpen({ what: action, passkey })}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {passkeysWork() ? (
        <Button variant="default" onClick={() => setOpen({ what: 'add' })}>
          {t('Profile.passkeys.add')}
        </Button>
      ) : (
        <p>{t('Profile.passkeys.unsupported')}</p>
      )}
      {open?.what === 'add' && <AddPasskey onClose={close} />}
      {open?.what === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.what === 'remove' && <RemovePasskey passkey={open.passkey} onClose={close} />}
    </Section>
  );
}

function PasskeyLine({ passkey, onOpen }: { passkey: Passkey; onOpen(what: 'rename' | 'remove'): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, created_at, last_used_at } = passkey;
  return (
    <li>
      <Stack gap={2} flex="1 1 240px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Flex component="span" rowGap={4} columnGap={8} wrap="wrap" align="center" fw={500}>
          {name}
        </Flex>
        <Box component="span" c="dimmed" fz="sm">
          {t('Profile.passkeys.created', { date: format.date(created_at) })} ·{' '}
          {last_used_at === null
            ? t('Profile.passkeys.unused')
            : t('Profile.passkeys.used', { moment: format.moment(last_used_at) })}
        </Box>
      </Stack>
      <Flex gap={8} wrap="wrap">
        {(['rename', 'remove'] as const).map((action) => (
          <Button
            key={action}
            variant="default"
            size="compact-sm"
            aria-label={t(`Profile.passkeys.${action}Of`, { name })}
            onClick={() => onOpen(action)}
          >
            {t(`Profile.passkeys.${action}`)}
          </Button>
        ))}
      </Flex>
    </li>
  );
}
