import { Focusable } from 'react-aria-components'
import { t } from '../texts/index.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Tooltip } from '../ui/tooltip.tsx'

interface PermittedProps extends ButtonProps {
  /** Null when allowed. */
  readonly refusal: string | null
  /** Shows the reason next to the button as well; otherwise only for a pointer, the focus and screen readers. */
  readonly showsReason?: boolean
}

/** A button that stays focusable when it is not permitted, and shows the reason. */
export function Permitted({ refusal, showsReason = false, ...props }: PermittedProps) {
  if (refusal === null) return <Button {...props} />
  const button = (
    <Tooltip text={refusal}>
      <Focusable>
        <button type="button" aria-disabled className={buttonStyle(props.kind, props.size, props.className)}>
          {props.icon}
          {props.children}
          <span className="sr-only">{t.problems.refusal(refusal)}</span>
        </button>
      </Focusable>
    </Tooltip>
  )
  if (!showsReason) return button
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {button}
      <span aria-hidden className="text-sm text-quiet">
        {refusal}
      </span>
    </span>
  )
}
