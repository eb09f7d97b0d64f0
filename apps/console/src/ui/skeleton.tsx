export const Skeleton = ({ className = '' }: { className?: string }) => (
  <span aria-hidden className={`block animate-breathe rounded-sm bg-pressed ${className}`} />
)
