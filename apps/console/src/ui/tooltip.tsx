import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components'

interface TooltipProps {
  readonly text: string
  /** A focusable element, so that the tooltip is also available by keyboard. */
  readonly children: ReactElement
}

export const Tooltip = ({ text, children }: TooltipProps) => (
  <TooltipTrigger delay={500} closeDelay={80}>
    {children}
    <AriaTooltip
      offset={6}
      className="overlay-motion max-w-72 rounded-md bg-ink px-2 py-1 text-xs text-ground shadow-float"
    >
      {text}
    </AriaTooltip>
  </TooltipTrigger>
)
