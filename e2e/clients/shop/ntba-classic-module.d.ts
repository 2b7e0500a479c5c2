/** Part of node-telegram-bot-api 0.67 that the bot here uses; the package comes without types. */
declare module 'ntba-classic' {
  interface Chat {
    id: number;
  }
  interface Message {
    message_id: number;
    chat: Chat;
    from: { first_name: string };
    text?: string;
    photo?: { file_id: string }[];
    document?: { file_id: string };
    successful_payment?: { total_amount: number };
  }
  interface Query {
    id: string;
    query: string;
    message: Message;
  }
  class TelegramBot {
    constructor(
      token: string,
      options: { baseApiUrl: string; polling?: boolean; webHook?: { port: number; host: string } },
    );
    processUpdate(update: unknown): void;
    onText(pattern: RegExp, handler: (message: Message) => unknown): void;
    on(event: 'callback_query' | 'inline_query' | 'pre_checkout_query', handler: (query: Query) => unknown): void;
    on(event: 'message', handler: (message: Message) => unknown): void;
    on(event: 'polling_error', handler: (error: Error) => unknown): void;
    sendMessage(chatId: number, text: string, options?: object): Promise<unknown>;
    sendDocument(
      chatId: number,
      content: Buffer,
      options: object,
      file: { filename: string; contentType: string },
    ): Promise<unknown>;
    sendInvoice(
      chatId: number,
      title: string,
      description: string,
      payload: string,
      providerToken: string,
      currency: string,
      prices: object[],
    ): Promise<unknown>;
    answerCallbackQuery(id: string, options: object): Promise<unknown>;
    answerInlineQuery(id: string, results: object[]): Promise<unknown>;
    answerPreCheckoutQuery(id: string, ok: boolean): Promise<unknown>;
    editMessageText(text: string, options: object): Promise<unknown>;
    getFileStream(fileId: string): NodeJS.ReadableStream;
    stopPolling(): Promise<unknown>;
    closeWebHook(): Promise<unknown>;
  }
  export = TelegramBot;
}
