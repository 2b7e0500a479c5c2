import { type Account, api, type Proof } from '@botscope/contract';
import { Button, Flex, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/call.ts';
import { showDone } from '../../../platform/errors/error-mapping.ts';
import { useSession } from '../../../platform/session/session.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { keepUser } from '../../accounts/public/account-data.ts';
import { ProofDialog } from '../../accounts/public/proof/proof-dialog.tsx';
import { type Trip, tripMemory } from './trip.ts';
import { WidgetButton } from './widget-button.tsx';

/** Links the account's Telegram and unlinks it; nothing where the installation has no sign-in with Telegram and none is linked. */
export function TelegramSection() {
  const { t } = useTranslation();
  const { user, telegram_login: login } = useSession();
  if (user === null || (login === null && user.tid === null)) return null;
  return (
    <Section title={t('TelegramLogin.section.title')}>
      {user.tid === null ? <Unlinked bot={login?.bot ?? ''} /> : <Linked user={user} />}
    </Section>
  );
}

function Linked({ user }: { user: Account }) {
  const { t } = useTranslation();
  const [isOpened, setOpened] = useState(false);
  // The server has the last word: a passkey may have gone in the meantime.
  const [rejected, setRejected] = useState(false);
  const canUnlink = !rejected && ((user.has_password && user.email !== null) || user.passkeys > 0);
  const unlink = async (body: Proof) => {
    try {
      keepUser((await call(api.unlinkTelegram, { body })).user);
      showDone(t('TelegramLogin.section.unlinked'));
    } catch (error) {
      if (codeOf(error) !== 'password_not_set') throw error;
      setRejected(true);
    }
    setOpened(false);
  };
  return (
    <Stack gap={16} align="flex-start">
      <Facts
        facts={[
          [t('TelegramLogin.section.linkedAs'), user.telegram_name],
          [t('TelegramLogin.section.id'), String(user.tid)],
        ]}
      />
      {canUnlink ? (
        <Button variant="default" onClick={() => setOpened(true)}>
          {t('TelegramLogin.section.unlink')}
        </Button>
      ) : (
        <Notice>{t('TelegramLogin.section.onlyWay')}</Notice>
      )}
      {isOpened && (
        <ProofDialog
          title={t('TelegramLogin.section.unlinkTitle')}
          text={t('TelegramLogin.section.unlinkText')}
          submit={t('TelegramLogin.section.unlink')}
          danger
          onClose={() => setOpened(false)}
          send={unlink}
        />
      )}
    </Stack>
  );
}

function Unlinked({ bot }: { bot: string }) {
  const { t, i18n } = useTranslation();
  const [step, setStep] = useState<'none' | 'proof' | 'widget'>('none');
  const trip = useMemo<Trip>(
    () => ({ purpose: 'link', remember: false, search: { lang: i18n.language } }),
    [i18n.language],
  );
  const begin = async (body: Proof) => {
    const { url } = await call(api.linkTelegramStart, { body });
    tripMemory.keep(trip);
    if (url === null) setStep('widget');
    else window.location.assign(url);
  };
  return (
    <>
      <Text inherit style={{ overflowWrap: 'anywhere' }}>
        {t(step === 'widget' ? 'TelegramLogin.section.press' : 'TelegramLogin.section.none')}
      </Text>
      {step === 'widget' ? (
        <WidgetButton bot={bot} trip={trip} />
      ) : (
        <Flex gap={8} wrap="wrap">
          <Button variant="default" onClick={() => setStep('proof')}>
            {t('TelegramLogin.section.link')}
          </Button>
        </Flex>
      )}
      {step === 'proof' && (
        <ProofDialog
          title={t('TelegramLogin.section.link')}
          text={t('TelegramLogin.section.linkText')}
          onClose={() => setStep('none')}
          send={begin}
        />
      )}
    </>
  );
}
