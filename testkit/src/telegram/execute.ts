import type { BotState } from './bot-state.ts';
import { type Call, type CallLog, readableParams } from './calls.ts';
import { BotApiError, methodNotFound } from './errors.ts';
import { isFlooding, messagesOfCall } from './flood-control.ts';
import type { MethodAnswer, ServerSettings } from './method.ts';
import { findMethod } from './methods/catalogue.ts';
import type { UploadedFile } from './multipart.ts';
import { readParams } from './params.ts';
import { HtmlAnswer, type Outcome, runScripted } from './scripted-results.ts';

/** A call with its bot found. */
export interface Execution {
  bot: BotState;
  method: string;
  params: Map<string, string>;
  files: readonly UploadedFile[];
  gone: AbortSignal;
  via: Call['via'];
  isTest: boolean;
}

/** An answer, and the script (if any) that has a say in how it is sent. */
export interface ExecutedCall {
  answer: MethodAnswer;
  outcome: Outcome | undefined;
}

/** Runs one call and writes it into the log, whatever becomes of it. */
export async function execute(execution: Execution, server: ServerSettings, log: CallLog): Promise<ExecutedCall> {
  const { bot, params, files, gone, via, isTest } = execution;
  const method = findMethod(execution.method);
  const call = log.begin({
    at: bot.clock.now(),
    bot: bot.user.username,
    method: method?.name ?? execution.method,
    params: readableParams(params),
    files: [...files],
    via,
    isTest,
  });
  try {
    if (!method) throw methodNotFound();
    const outcome = bot.scripts.take(method.name, params.get('chat_id') ?? '');
    const wait = (ms: number) => new Promise<void>((resolve) => void bot.clock.after(ms, resolve));
    const read = readParams(params);
    const run = () => {
      if (isFlooding(method.name)) {
        bot.flood.admit(read.flag('allow_paid_broadcast'), messagesOfCall(method.name, read));
      }
      return method.run({ bot, params: read, files, gone, server });
    };
    const answer = await runScripted(outcome, wait, run);
    log.finish(call, 200, answer.result);
    return { answer, outcome };
  } catch (error) {
    log.finish(call, statusOf(error), error instanceof Error ? error.message : error);
    throw error;
  }
}

function statusOf(error: unknown): number {
  if (error instanceof BotApiError) return error.code;
  return error instanceof HtmlAnswer ? error.status : 0;
}
