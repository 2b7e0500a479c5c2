/** Further fields in the envelope of an error. */
export interface ErrorParameters {
  /** Seconds to wait; also sent as the `Retry-After` header. */
  retry_after?: number;
  /** The supergroup that took a group's place. */
  migrate_to_chat_id?: number;
}

/** An error in Telegram's words: the HTTP status equals `code`. */
export class BotApiError extends Error {
  readonly code: number;
  readonly parameters: ErrorParameters | undefined;

  constructor(code: number, description: string, parameters?: ErrorParameters) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

/** 400 with the server's prefix. */
export const badRequest = (reason: string) => new BotApiError(400, `Bad Request: ${reason}`);
/** 403 with the server's prefix. */
export const forbidden = (reason: string) => new BotApiError(403, `Forbidden: ${reason}`);
/** 409 with the server's prefix. */
const conflict = (reason: string) => new BotApiError(409, `Conflict: ${reason}`);
/** 429; `seconds` appear in the text, the parameters and the header. */
export const tooManyRequests = (seconds: number) =>
  new BotApiError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });

export const notFound = () => new BotApiError(404, 'Not Found');
export const methodNotFound = () => new BotApiError(404, 'Not Found: method not found');
/** After logOut the bot belongs to a server of its owner's; the cloud refuses it. */
export const loggedOut = () => new BotApiError(400, 'Logged out');
export const unauthorized = () => new BotApiError(401, 'Unauthorized');
export const invalidToken = () => new BotApiError(401, 'Unauthorized: invalid token specified');
export const entityTooLarge = () => new BotApiError(413, 'Request Entity Too Large');
export const notImplemented = () => new BotApiError(501, 'Not Implemented');

/** The three 409s of getUpdates, each with the text of the real server. */
export const getUpdatesConflict = {
  webhookActive: () =>
    conflict("can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"),
  otherGetUpdates: () =>
    conflict('terminated by other getUpdates request; make sure that only one bot instance is running'),
  setWebhook: () => conflict('terminated by setWebhook request'),
};

export const queryTooOld = () => badRequest('query is too old and response timeout expired or query ID is invalid');
