import type { Takeover } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../platform/errors/use-action.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { releaseChat, takeOver, takeoverQuery } from './takeover-data.ts';

interface TakeoverBarProps {
  botKey: string;
  userId: number;
}

/** Shows whether the bot or a colleague answers a chat, and lets a user change that. Nothing until it is known. */
export function TakeoverBar(props: TakeoverBarProps) {
  const { botKey, userId } = props;
  const { data, refetch } = useQuery(takeoverQuery(botKey, userId));
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  // Someone else was faster, say: the bar shows who.
  const onError = (error: unknown) => {
    showError(error);
    void refetch();
  };
  const taking = useAction(async (fromColleague: boolean) => {
    await takeOver(botKey, userId, fromColleague);
    setConfirming(false);
    showDone(t('Takeover.taken'));
  }, onError);
  const releasing = useAction(async () => {
    await releaseChat(botKey, userId);
    showDone(t('Takeover.released'));
  }, onError);
  if (!data) return null;
  const { current } = data;
  const name = current?.owner || t('Takeover.someone');
  const isColleagues = current !== null && !current.is_mine && current.owner !== null;
  return (
    <section aria-label={t('Takeover.label')}>
      <Notice tone={current?.is_mine ? 'good' : current ? 'warn' : 'info'}>
        <Flex align="center" justify="space-between" gap={8} wrap="wrap">
          <span role="status">
            <State data={data} />
          </span>
          {current?.is_mine ? (
            <Button size="xs" variant="default" loading={releasing.busy} onClick={() => void releasing.run()}>
              {t('Takeover.release')}
            </Button>
          ) : (
            <Button
              size="xs"
              variant="default"
              loading={taking.busy}
              onClick={() => (isColleagues ? setConfirming(true) : void taking.run(current !== null))}
            >
              {t(isColleagues ? 'Takeover.takeFrom' : 'Takeover.take')}
            </Button>
          )}
        </Flex>
      </Notice>
      {isConfirming && (
        <Dialog title={t('Takeover.takeFromTitle', { name })} onClose={() => setConfirming(false)}>
          <div className={dialogClasses.body}>
            <p>{t('Takeover.takeFromText', { name })}</p>
            <Flex justify="flex-end" gap={8}>
              <Button variant="default" data-autofocus onClick={() => setConfirming(false)}>
                {t('Takeover.cancel')}
              </Button>
              <Button loading={taking.busy} onClick={() => void taking.run(true)}>
                {t('Takeover.takeFrom')}
              </Button>
            </Flex>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function State({ data: { current, reach } }: { data: Takeover }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (current === null)
    return (
      <>
        {t('Takeover.botAnswers')} {t(reach === 'none' ? 'Takeover.noReach' : 'Takeover.takeHint')}
      </>
    );
  const { owner, is_mine: isMine, withheld, mode } = current;
  const time = format.moment(current.expires_at);
  const count = { count: withheld, number: format.number(withheld) };
  return (
    <>
      {isMine && t('Takeover.mine', { time })}
      {!isMine && owner === null && t('Takeover.requested')}
      {!isMine && owner !== null && t('Takeover.other', { name: owner || t('Takeover.someone'), time })}{' '}
      {withheld > 0 && (mode === 'deliver' ? t('Takeover.waiting', count) : t('Takeover.withheld', count))}
    </>
  );
}
