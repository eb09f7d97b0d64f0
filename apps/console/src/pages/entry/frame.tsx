import type { ReactNode } from 'react'
import { Mark } from '../../ui/mark.tsx'

interface FrameProps {
  readonly title: string
  readonly text: ReactNode
  /** Above the title. */
  readonly steps?: ReactNode
  readonly children: ReactNode
  readonly footer?: ReactNode
}

const product = 'Signet'

export const Frame = ({ title, text, steps, children, footer }: FrameProps) => (
  <div className="grid min-h-dvh place-items-center bg-[radial-gradient(var(--color-line)_1px,transparent_1px)] bg-size-[20px_20px] px-4 py-10">
    <title>{`${title} · Signet`}</title>
    <main className="w-full max-w-sm">
      <div className="grid gap-5 rounded-xl bg-surface p-6 shadow-card ring-1 ring-line sm:p-8">
        <header className="grid gap-4">
          <div className="flex items-center gap-3">
            <Mark size={44} />
            <div className="grid min-w-0 leading-tight">
              {title !== product && <span className="font-semibold">{product}</span>}
              <span className="text-sm text-quiet wrap-anywhere">{location.host}</span>
            </div>
          </div>
          {steps}
          <div className="grid gap-1">
            <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
            <p className="text-quiet text-pretty">{text}</p>
          </div>
        </header>
        {children}
        {footer && <p className="text-sm text-quiet text-pretty">{footer}</p>}
      </div>
    </main>
  </div>
)
