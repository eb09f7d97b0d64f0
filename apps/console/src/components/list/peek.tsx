import { X } from 'lucide-react'
import { t } from '../../texts/index.ts'
import { IconButton } from '../../ui/button.tsx'
import { Facts } from '../../ui/card.tsx'
import type { Column } from '../table/column.tsx'

interface PeekProps<Row> {
  readonly row: Row
  readonly index: number
  /** All columns, including those hidden in the list. */
  readonly columns: readonly Column<Row>[]
  readonly onClose: () => void
}

/** The focus stays in the list. */
export function Peek<Row>({ row, index, columns, onClose }: PeekProps<Row>) {
  const [name, ...rest] = columns.filter(({ header }) => header !== '')
  if (!name) return null
  return (
    <section
      aria-label={t.lists.peek}
      aria-live="polite"
      className="grid content-start gap-4 rounded-xl bg-raised p-4 shadow-float max-lg:fixed max-lg:inset-x-3 max-lg:bottom-3 max-lg:z-30 max-lg:max-h-[60dvh] max-lg:overflow-y-auto lg:sticky lg:top-16"
    >
      <header className="flex items-start justify-between gap-3">
        <div className="group/table relative min-w-0" data-comfortable>
          {name.cell(row, index)}
        </div>
        <IconButton
          label={t.common.close}
          icon={<X size={16} aria-hidden />}
          onPress={onClose}
          className="relative z-1 -mt-0.5 -mr-1"
        />
      </header>
      <Facts stacked facts={rest.map(({ header, cell }) => ({ name: header, value: cell(row, index) }))} />
    </section>
  )
}
