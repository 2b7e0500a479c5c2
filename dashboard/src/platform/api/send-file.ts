import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { initQuery, queryClient } from './call.ts';
import { readAnswer } from './client.ts';

interface SendFileOptions<Answer extends z.core.$ZodType> {
  /** With its query. */
  path: string;
  file: File;
  /** Schema of the server's answer. */
  answer: Answer;
  /** Share of the file that has left, 0 to 1. */
  onProgress(share: number): void;
  /** Stops it: the promise then rejects with the signal's reason. */
  signal: AbortSignal;
}

/**
 * Sends a file as it is. XMLHttpRequest, since `fetch` does not report how much of a body has left. No time limit: a large
 * file over a slow line takes as long as it takes. @throws ApiError
 */
export function sendFile<Answer extends z.core.$ZodType>({
  path,
  file,
  answer,
  onProgress,
  signal,
}: SendFileOptions<Answer>): Promise<z.output<Answer>> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('X-CSRF-Token', queryClient.getQueryData(initQuery.queryKey)?.csrf ?? '');
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      try {
        resolve(z.parse(answer, readAnswer(request.status, request.responseText)));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener('error', () => reject(new ApiError('InternetUnavailable', 0)));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
