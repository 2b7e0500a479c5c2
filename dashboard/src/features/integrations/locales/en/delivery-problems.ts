/** Reasons why an event was not delivered, or waits: what happened, and what the owner can do. */
export const deliveryProblems = {
  dns: { what: 'The address does not exist', todo: 'Check the spelling of the host name.' },
  refused: { what: 'The server refuses connections', todo: 'Make sure that it is running and that its port is open.' },
  reset: { what: 'The connection was cut off', todo: 'Check the server’s log. Delivery is retried automatically.' },
  timeout: {
    what: 'The server did not answer in time',
    todo: 'Answer first and do slow work afterwards. Delivery is retried automatically.',
  },
  tls: { what: 'The certificate is not valid', todo: 'Renew the certificate of the server, or complete its chain.' },
  private: {
    what: 'The address belongs to a private network',
    todo: 'Use a public address, or ask the operator of this installation to allow private ones.',
  },
  other: { what: 'Something unexpected happened', todo: 'Look at the answer. Delivery is retried automatically.' },
  unauthorized: {
    what: 'The key was not accepted',
    todo: 'Enter a valid key in the settings, then resume the integration.',
  },
  forbidden: {
    what: 'The key may not do this',
    todo: 'Give it the missing permission in the other tool, then resume the integration.',
  },
  not_found: { what: 'The address or object was not found', todo: 'Check the address and the IDs in the settings.' },
  gone: {
    what: 'The receiver says that it is gone (410)',
    todo: 'Enter its new address, or resume the integration if the address is right.',
  },
  throttled: { what: 'Too many requests', todo: 'Nothing: sending continues at the speed that the service allows.' },
  unavailable: { what: 'The service is not available', todo: 'Nothing: delivery is retried automatically.' },
  quota: {
    what: 'The quota of your account is used up',
    todo: 'Raise it in the other tool, or wait for the next period.',
  },
  rejected: {
    what: 'The event was refused',
    todo: 'Read the answer, correct the settings, then retry the event.',
  },
  too_old: { what: 'The event is too old for this service', todo: 'Nothing can be done: it no longer accepts it.' },
  too_large: { what: 'The event is too large for this service', todo: 'Switch off texts in the privacy settings.' },
  no_name: { what: 'The event has no name in this service', todo: 'Enter a name for this type in the settings.' },
  no_user: {
    what: 'The event cannot be matched to a user there',
    todo: 'Nothing: the service does not know this user.',
  },
  gave_up: { what: 'All attempts failed', todo: 'Fix the receiver, then retry the event.' },
  skipped: { what: 'You skipped it', todo: 'Retry the event if you want it after all.' },
  interrupted: {
    what: 'The answer was never received',
    todo: 'Look in the other tool. Retry only if the event is missing there.',
  },
  misconfigured: { what: 'The settings are no longer valid', todo: 'Open the settings, correct and save them.' },
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    DeliveryProblems: typeof deliveryProblems;
  }
}
