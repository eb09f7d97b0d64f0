interface ShareBarProps {
  /** A number between 0 and 1. */
  readonly share: number
  readonly fill: 'fill-bar' | 'fill-bar-past' | 'fill-bar-problem-past' | 'fill-caution'
}

/** The bar is hidden from screen readers, because a number precedes it. */
export const ShareBar = ({ share, fill }: ShareBarProps) => (
  <svg aria-hidden className="mt-1 block h-1.5 w-full overflow-hidden rounded-full bg-hover">
    <rect width={`${Math.min(1, share) * 100}%`} height="100%" className={fill} />
  </svg>
)
