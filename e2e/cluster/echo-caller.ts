import { setTimeout as wait } from 'node:timers/promises';

/** Calls that a bot sends through the product: echoes of what users write, each attempt a text of its own. */
export interface EchoCaller {
  /** Texts whose call was answered with 200. */
  readonly answered: readonly string[];
  /** Attempts without an answer of Telegram: Telegram may have carried them out or not. */
  readonly inDoubt: readonly string[];
  /** Echoes that are not answered yet. */
  readonly open: number;
  echo(chatId: number, text: string): void;
  stop(): void;
}

const retryMs = 100;
const timeoutMs = 20_000;
/** Separator between the text that a user wrote and the attempt to repeat it. */
const separator = ' · attempt ';

/** The text that was echoed, whichever attempt succeeded. */
export const echoed = (text: string): string => text.split(separator)[0] ?? text;

/** @param root the API root that the bot was given */
export function createEchoCaller(root: string, token: string): EchoCaller {
  const answeredTexts: string[] = [];
  const inDoubt: string[] = [];
  const stopController = new AbortController();
  /** By text. An update that comes twice around a kill is echoed twice: its attempts are counted on, so that each is unique. */
  const attempts = new Map<string, number>();
  let open = 0;

  async function call(chatId: number, text: string): Promise<boolean> {
    const answer = await fetch(`${root}/bot${token}/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: chatId, text }),
      signal: AbortSignal.any([stopController.signal, AbortSignal.timeout(timeoutMs)]),
    });
    const { ok } = (await answer.json()) as { ok: boolean };
    return ok;
  }

  async function send(chatId: number, text: string): Promise<void> {
    open += 1;
    while (!stopController.signal.aborted) {
      const attempt = (attempts.get(text) ?? 0) + 1;
      attempts.set(text, attempt);
      const echoText = `${text}${separator}${attempt}`;
      if (await call(chatId, echoText).catch(() => false)) {
        answeredTexts.push(echoText);
        break;
      }
      inDoubt.push(echoText);
      await wait(retryMs);
    }
    open -= 1;
  }

  return {
    answered: answeredTexts,
    inDoubt,
    get open() {
      return open;
    },
    echo: (chatId, text) => void send(chatId, text),
    stop: () => stopController.abort(),
  };
}
