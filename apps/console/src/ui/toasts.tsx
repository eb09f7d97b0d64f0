import { CircleCheck, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { t } from '../texts/index.ts'
import { PlainButton, PlainIconButton } from './plain-button.tsx'
import { currentToasts, dismiss, subscribe, type Toast } from './toast.ts'

const shownMilliseconds = 6000
/** Longer, because the action disappears with the message. */
const actionMilliseconds = 10_000

function ToastCard({ id, text, action }: Toast) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), action ? actionMilliseconds : shownMilliseconds)
    return () => clearTimeout(timer)
  }, [id, action])
  return (
    <div className="pointer-events-auto flex items-center gap-2.5 rounded-lg bg-raised py-2 pr-2 pl-3 shadow-float">
      <CircleCheck size={16} aria-hidden className="shrink-0 text-good" />
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      {action && (
        <PlainButton
          size="sm"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </PlainButton>
      )}
      <PlainIconButton
        label={t.common.dismiss}
        icon={<X size={14} aria-hidden />}
        onClick={() => dismiss(id)}
      />
    </div>
  )
}

/** Shown in the middle of the bar, where no button is, or over the heading on a narrow screen. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, currentToasts)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-16 z-60 grid max-w-88 gap-2 md:left-64 lg:top-2 lg:right-auto lg:left-[calc(50%+7.5rem)] lg:w-88 lg:-translate-x-1/2"
    >
      {shown.map((each) => (
        <ToastCard key={each.id} {...each} />
      ))}
    </div>
  )
}
