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
  const [left, setLeft] = useState(waitFirst ? pauseSeconds : 0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const { busy, run: resend } = useAction(async () => {
    await send();
    showDone(t('Auth.resent'));
    setLeft(pauseSeconds);
  });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className="tabular"
      // Counting down it is a line of text, as the link below it.
      bg={left > 0 ? 'transparent' : undefined}
      disabled={left > 0}
      loading={busy}
      onClick={resend}
    >
      {left > 0 ? t('Auth.resendIn', { seconds: left }) : t('Auth.resend')}
    </Button>
  );
}
