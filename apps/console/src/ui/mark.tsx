/** The signet: a ring with its stone. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <g fill="none" strokeWidth="2.25" strokeLinejoin="round" className="stroke-on-accent">
      <circle cx="16" cy="18.5" r="7.25" />
      <path d="M11 9.5 13.4 6h5.2L21 9.5l-5 3.6z" />
    </g>
  </svg>
)
