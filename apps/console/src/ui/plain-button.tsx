import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { type ButtonKind, type ButtonSize, buttonStyle } from './button-style.ts'

/**
 * Buttons of the parts that every page loads. The buttons of the component library would double the scripts that the first
 * page needs in addition to React.
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
