import fc from 'fast-check';

const zones = [
  'UTC',
  'Europe/Moscow',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'America/St_Johns',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];

/** Odd calendars: zones of all kinds, and days around their clock changes. */
export const odds = {
  zone: fc.constantFrom(...zones),
  day: fc
    .tuple(
      fc.constantFrom('2023', '2024', '2025'),
      fc.constantFrom('03', '04', '09', '10', '11'),
      fc.integer({ min: 1, max: 30 }),
    )
    .map(([year, month, day]) => `${year}-${month}-${String(day).padStart(2, '0')}`),
};
