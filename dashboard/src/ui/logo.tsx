/** The mark: a speech bubble that holds growing bars. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path
        d="M8 2h16a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6H13l-6 5v-5.1A6 6 0 0 1 2 20V8a6 6 0 0 1 6-6Z"
        fill="var(--mantine-color-teal-7)"
      />
      <g fill="#fff">
        <rect x="8" y="14" width="4" height="6" rx="1.5" />
        <rect x="14" y="11" width="4" height="9" rx="1.5" />
        <rect x="20" y="7" width="4" height="13" rx="1.5" />
      </g>
    </svg>
  );
}
