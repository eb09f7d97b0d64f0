const height = 20
const step = 6
const gap = 2
/** Height of a bar with a small count. */
const least = 3

interface HourBarsProps {
  readonly hours: readonly number[]
  /** Count of a bar of the full height: the largest of all charts that a reader compares. */
  readonly most: number
}

/** Bars of the hours, the last of which is the current one. Screen readers read the sum next to it. */
export const HourBars = ({ hours, most }: HourBarsProps) => {
  const width = hours.length * step - gap
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-5 w-full max-w-60"
    >
      <rect y={height - 1} width={width} height={1} className="fill-line" />
      {hours.map((count, index) => {
        const high = count && Math.max(least, (count / most) * height)
        return (
          <rect
            // The order of the hours never changes.
            key={index}
            x={index * step}
            y={height - high}
            width={step - gap}
            height={high}
            className={index === hours.length - 1 ? 'fill-bar' : 'fill-bar-past'}
          />
        )
      })}
    </svg>
  )
}
