import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FailureCode } from '../../../../platform/api/api-error.ts';
import { failureText } from '../../../../platform/errors/error-mapping.ts';
import classes from './content.module.css';

/** Files wait for each other's turn on the server; a picture that was turned away tries again after this long, ms. */
const pauses = [1_500, 4_000, 10_000];

interface FileImageProps {
  href: string;
  alt: string;
  width: number;
  height: number;
  isRound?: boolean;
}

/** A picture of a message. Why it is not there, the server says in words. */
export function FileImage({ href, alt, width, height, isRound }: FileImageProps) {
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setWaiting(false);
      setAttempt((count) => count + 1);
    }, pauses[attempt]);
    return () => clearTimeout(timer);
  }, [isWaiting, attempt]);
  const fail = async (): Promise<void> => {
    const code = await loadProblem(href);
    if (code === 'Overloaded' && attempt < pauses.length) setWaiting(true);
    else setProblem(failureText(code));
  };
  if (problem !== null) {
    return (
      <span className={classes.problem} role="img" aria-label={`${alt}: ${problem}`}>
        {problem}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            setProblem(null);
            setAttempt((count) => count + 1);
          }}
        >
          {t('Conversation.file.retry')}
        </Button>
      </span>
    );
  }
  return (
    <img
      key={attempt}
      className={classes.image}
      data-round={isRound || undefined}
      src={href}
      alt={alt}
      loading="lazy"
      decoding="async"
      width={width || 320}
      height={height || 240}
      onError={() => void fail()}
    />
  );
}

/** The error code of a file that did not come. */
async function loadProblem(href: string): Promise<FailureCode> {
  try {
    const answer: { errors?: { code?: FailureCode }[] } = await (await fetch(href)).json();
    return answer.errors?.[0]?.code ?? 'UnknownError';
  } catch {
    return 'UnknownError';
  }
}
