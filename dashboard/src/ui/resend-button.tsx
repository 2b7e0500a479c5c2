import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showDone } from '../platform/errors/error-mapping.ts';
import { useAction } from '../platform/errors/use-action.ts';

/** Between two mails, so that an impatient click does not send a second code which makes the first one old. */
const pauseSeconds = 60;

/** Asks for another code. Counts down first: a code is on its way when the page opens. */
export function ResendButton({ send, waitFirst }: { send: () => Promise<void>; waitFirst: boolean }) {
  const { t } = useTranslation();
  const [secondsLeft, setSecondsLeft] = useState(waitFirst ? pauseSeconds : 0);
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  const { busy, run: resend } = useAction(async () => {
    await send();
    showDone(t('Auth.resent'));
    setSecondsLeft(pauseSeconds);
  });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className="tabular"
      // Counting down it is a line of text, as the link below it.
      bg={secondsLeft > 0 ? 'transparent' : undefined}
      disabled={secondsLeft > 0}
      loading={busy}
      onClick={resend}
    >
      {secondsLeft > 0 ? t('Auth.resendIn', { seconds: secondsLeft }) : t('Auth.resend')}
    </Button>
  );
}
