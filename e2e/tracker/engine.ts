/** A tab of some browser, as far as the scenarios need one. */
export interface Tab {
  goto(url: string): Promise<void>;
  /** Value of an expression in the page; a promise is waited for. */
  evaluate<Result>(expression: string): Promise<Result>;
  back(): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  open(): Promise<Tab>;
  close(): Promise<void>;
}
