import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { type AdminDeps, adminCommands, isAdminCommand } from './commands.ts';

/** The admin command's way into a running server: the embedded stores belong to one process, so it does the work. */
export function registerOperator(
  app: FastifyInstance,
  deps: AdminDeps & { isOperator: (request: FastifyRequest) => boolean },
): void {
  app.post('/operator/:command', { config: { access: 'operator' } }, async (request) => {
    if (!deps.isOperator(request)) throw new AppError('AccessDenied');
    const { command } = request.params as { command: string };
    if (!isAdminCommand(command)) throw new AppError('NotFound');
    const data = await adminCommands[command](deps, request.body as Record<string, string>);
    return { status: 'success', data };
  });
}
