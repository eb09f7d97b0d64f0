import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { type ButtonKind, type ButtonSize, buttonStyle } from './button-style.ts'

/**
 * Used by the parts that every page loads: the component library's buttons would double the scripts of the first page in addition to
 * React.
 */

interface PlainButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> {
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
}

export const PlainButton = ({ kind, size, ...props }: PlainButtonProps) => (
  <button {...props} type="button" className={buttonStyle(kind, size)} />
)

interface PlainIconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  /** Accessible name. */
  readonly label: string
  readonly icon: ReactNode
}

export const PlainIconButton = ({ label, icon, className = '', ...props }: PlainIconButtonProps) => (
  <button
    {...props}
    type="button"
    aria-label={label}
    title={label}
    className={`inline-flex size-7 shrink-0 items-center justify-center rounded-md text-quiet transition-colors hover:bg-hover hover:text-ink active:bg-pressed ${className}`}
  >
    {icon}
  </button>
)
