import { type AccountSession, api } from '@botscope/contract';
import { Box, Button, Checkbox, Flex, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, queryClient } from '../../../../../platform/api/call.ts';
import { showDone, showError } from '../../../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { leave } from '../../../../../platform/session/visit.ts';
import dialog from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { Loaded } from '../../../../../ui/loaded.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { sessionsQuery } from '../../../public/account-data.ts';
import forms from '../../../public/profile-forms.module.css';

/** Every browser that is signed in, this one first; each can be signed out from here. */
export function SessionsSection() {
  const { t } = useTranslation();
  const query = useQuery(sessionsQuery);
  const [confirming, setConfirming] = useState(false);
  return (
    <Section title={t('Profile.sessions.title')}>
      <Loaded query={query} height={120}>
        {({ sessions }) => (
          <>
            <ul className={forms.list}>
              {[...sessions]
                .sort((a, b) => Number(b.is_current) - Number(a.is_current))
                .map((session) => (
                  <SessionLine key={session.id} session={session} />
                ))}
            </ul>
            <Button variant="default" onClick={() => setConfirming(true)}>
              {t('Profile.sessions.everywhere')}
            </Button>
          </>
        )}
      </Loaded>
      {confirming && <EverywhereDialog onClose={() => setConfirming(false)} />}
    </Section>
  );
}

function SessionLine({ session }: { session: AccountSession }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isBusy, setBusy] = useState(false);
  const { id, device, address, created_at, last_seen_at, is_current } = session;
  const name = device || t('Profile.sessions.unknown');
  const end = async () => {
    setBusy(true);
    try {
      queryClient.setQueryData(sessionsQuery.queryKey, await call(api.endSession, { params: { id } }));
      showDone(t('Profile.sessions.ended'));
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  };
  const timeText = is_current
    ? t('Profile.sessions.since', { moment: format.moment(created_at) })
    : t('Profile.sessions.seen', { moment: format.moment(last_seen_at) });
  return (
    <li>
      <Stack gap={2} flex="1 1 240px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Flex component="span" rowGap={4} columnGap={8} wrap="wrap" align="center" fw={500}>
          {name}
          {is_current && <span className={forms.badge}>{t('Profile.sessions.here')}</span>}
        </Flex>
        <Box component="span" c="dimmed" fz="sm">
          {[address, timeText].filter(Boolean).join(' · ')}
        </Box>
      </Stack>
      {!is_current && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('Profile.sessions.endOf', { device: name })}
          loading={isBusy}
          onClick={end}
        >
          {t('Profile.sessions.end')}
        </Button>
      )}
    </li>
  );
}

function EverywhereDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const [includesCurrent, setIncludesCurrent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      const remainingSessions = await call(api.signOutEverywhere, { body: { here: includesCurrent } });
      if (includesCurrent) return leave(router);
      queryClient.setQueryData(sessionsQuery.queryKey, remainingSessions);
      showDone(t('Profile.sessions.everywhereDone'));
      onClose();
    } catch (error) {
      setBusy(false);
      showError(error);
    }
  };
  return (
    <Dialog onClose={onClose} title={t('Profile.sessions.everywhereTitle')}>
      <div className={dialog.body}>
        <p>{t('Profile.sessions.everywhereText')}</p>
        <Checkbox
          label={t('Profile.sessions.alsoHere')}
          checked={includesCurrent}
          onChange={(event) => setIncludesCurrent(event.currentTarget.checked)}
        />
        <Flex gap={8} wrap="wrap" justify="flex-end" mt={8}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('General.Cancel')}
          </Button>
          <Button color="red.8" loading={isBusy} onClick={end}>
            {t('Profile.sessions.everywhere')}
          </Button>
        </Flex>
      </div>
    </Dialog>
  );
}
