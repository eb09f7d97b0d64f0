import { Focusable } from 'react-aria-components'
import { t } from '../texts/index.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Tooltip } from '../ui/tooltip.tsx'

interface PermittedProps extends ButtonProps {
  /** Null when allowed. */
  readonly refusal: string | null
}

/** A button that stays focusable when it is not permitted, and shows the reason. */
export function Permitted({ refusal, ...props }: PermittedProps) {
  if (refusal === null) return <Button {...props} />
  return (
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
}
