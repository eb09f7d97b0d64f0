import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type NoticeTone = 'info' | 'good' | 'caution' | 'problem'

const looks = {
  info: { ground: 'bg-accent-ground text-accent', icon: Info },
  good: { ground: 'bg-good-ground text-good', icon: CircleCheck },
  caution: { ground: 'bg-caution-ground text-caution', icon: TriangleAlert },
  problem: { ground: 'bg-problem-ground text-problem', icon: CircleAlert },
} as const

interface NoticeProps {
  readonly tone?: NoticeTone
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Screen readers announce a problem when it appears. */
export const Notice = ({ tone = 'info', title, children, action }: NoticeProps) => {
  const { ground, icon: Icon } = looks[tone]
  return (
    <div
      role={tone === 'problem' ? 'alert' : 'status'}
      className={`flex flex-wrap gap-2.5 rounded-lg px-3 py-2.5 ring-1 ring-inset ring-line ${ground}`}
    >
      <Icon size={16} aria-hidden className="mt-0.75 shrink-0" />
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {children && <div className="text-sm text-ink">{children}</div>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}
