import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { type ButtonKind, type ButtonSize, buttonStyle } from './button-style.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
  readonly icon?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** Keeps its width and its focus while `isPending`, and ignores further clicks. */
export const Button = ({ kind, size, icon, className, children, isPending, ...props }: ButtonProps) => (
  <AriaButton {...props} isPending={isPending ?? false} className={buttonStyle(kind, size, className)}>
    {isPending ? <Spinner size={14} /> : icon}
    {children}
  </AriaButton>
)

export interface IconButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  /** Accessible name and tooltip. */
  readonly label: string
  readonly icon: ReactNode
  readonly className?: string
}

export const IconButton = ({ label, icon, className = '', ...props }: IconButtonProps) => (
  <Tooltip text={label}>
    <AriaButton
      {...props}
      aria-label={label}
      className={`inline-flex size-7 shrink-0 items-center justify-center rounded-md text-quiet transition-colors hover:bg-hover hover:text-ink data-disabled:pointer-events-none data-disabled:opacity-40 data-pressed:bg-pressed ${className}`}
    >
      {icon}
    </AriaButton>
  </Tooltip>
)
