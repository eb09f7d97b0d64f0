export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-primary" />
    <circle cx="16" cy="16" r="9" fill="none" strokeWidth="2.25" className="stroke-on-accent" />
    <path d="m16 10.6 4.6 5.4-4.6 5.4-4.6-5.4z" className="fill-on-accent" />
  </svg>
)
