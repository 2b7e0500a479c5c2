import { codeOf } from '../../../platform/api/api-error.ts';

/**
 * Sends a password; repeats it once with a proof of work if the server is busy with a crowd that signs in. The solver is
 * loaded then only. @throws ApiError
 */
export async function withWork<Result>(send: (work?: string) => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (codeOf(error) !== 'Overloaded') throw error;
    const { workForTurn } = await import('./solve-challenge.ts');
    return send(await workForTurn());
  }
}
