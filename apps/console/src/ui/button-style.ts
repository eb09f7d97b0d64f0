import { cx } from './cx.ts'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet'
export type ButtonSize = 'sm' | 'md' | 'lg'

const faded = 'disabled:opacity-65 aria-disabled:opacity-65'
const outlined =
  'disabled:bg-transparent disabled:text-quiet disabled:ring-1 disabled:ring-line aria-disabled:bg-transparent aria-disabled:text-quiet aria-disabled:ring-1 aria-disabled:ring-line'

const kinds: Record<ButtonKind, string> = {
  primary: `bg-primary text-on-accent hover:bg-accent-strong ring-inset ${outlined}`,
  secondary: `bg-raised text-ink ring-1 ring-inset ring-line shadow-card hover:bg-hover data-pressed:bg-pressed aria-disabled:bg-raised ${faded}`,
  quiet: `text-quiet hover:bg-hover hover:text-ink data-pressed:bg-pressed ${faded}`,
  danger:
    'bg-problem-strong text-on-problem hover:brightness-90 disabled:bg-problem-ground disabled:text-problem',
  'danger-quiet': `bg-raised text-problem ring-1 ring-inset ring-problem/30 shadow-card hover:bg-problem-ground aria-disabled:bg-raised aria-disabled:text-quiet aria-disabled:ring-line ${faded}`,
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 px-2.5 text-sm gap-1.5',
  md: 'h-8.5 px-3 text-base gap-2',
  lg: 'h-10 px-4 text-base gap-2',
}

export const buttonStyle = (kind: ButtonKind = 'secondary', size: ButtonSize = 'md', also?: string): string =>
  cx(
    'inline-flex shrink-0 cursor-default items-center justify-center rounded-md font-medium whitespace-nowrap',
    'transition-colors select-none',
    kinds[kind],
    sizes[size],
    also,
  )
