/** Errors stay long enough to be read to the end; other notifications close by Mantine's default of 4.5 s. */
export const errorStaysMs = 10_000;
