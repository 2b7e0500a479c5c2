export const notify = {
  NotAllowOnTariff: 'This is not available on your plan',
};
