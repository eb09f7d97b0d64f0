import type { ReactNode } from 'react'

export type EmptyKind = 'objects' | 'people' | 'entries'

interface ListEmptyProps {
  readonly kind: EmptyKind
  readonly icon: ReactNode
  readonly title: string
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** Shown in place of a list without an object: a drawing of the list, its purpose and the first step. */
export const ListEmpty = ({ kind, icon, title, action, children }: ListEmptyProps) => (
  <div className="grid justify-items-center gap-3 px-6 py-14 text-center">
    <span aria-hidden className="relative grid place-items-center text-accent">
      <svg aria-hidden width={200} height={112} viewBox="0 0 200 112">
        {drawings[kind]}
        <circle cx={100} cy={56} r={25} style={surface} />
      </svg>
      <span className="absolute">{icon}</span>
    </span>
    <div className="grid max-w-md gap-1">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="text-quiet text-pretty">{children}</div>}
    </div>
    {action && <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
)

/** Custom properties have the colors of light and dark. */
const surface = { fill: 'var(--color-accent-ground)', stroke: 'var(--color-accent)' }
const ground = { fill: 'var(--color-sunken)', stroke: 'var(--color-line)' }
const text = { fill: 'var(--color-pressed)' }

const Line = ({ x, y, width }: { x: number; y: number; width: number }) => (
  <rect x={x} y={y} width={width} height={6} rx={3} style={text} />
)

const drawings: Record<EmptyKind, ReactNode> = {
  objects: [8, 74, 140].map((x) => (
    <g key={x}>
      <rect x={x} y={20} width={52} height={72} rx={8} style={ground} />
      <Line x={x + 9} y={34} width={22} />
      <Line x={x + 9} y={48} width={34} />
      <Line x={x + 9} y={62} width={28} />
    </g>
  )),
  people: [30, 170].map((x) => (
    <g key={x}>
      <path d={`M${x - 26} 92a26 26 0 0 1 52 0z`} style={ground} />
      <circle cx={x} cy={46} r={15} style={ground} />
    </g>
  )),
  entries: [12, 36, 60, 84].map((y, index) => (
    <g key={y}>
      <rect x={8} y={y} width={184} height={18} rx={6} style={ground} />
      <circle cx={19} cy={y + 9} r={3} style={text} />
      <Line x={30} y={y + 6} width={36 + index * 8} />
      <Line x={150} y={y + 6} width={32} />
    </g>
  )),
}
