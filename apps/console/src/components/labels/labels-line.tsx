import { Tag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Permitted } from '../permitted.tsx'
import { textOfLabels } from './label-text.ts'
import type { ObjectLabels } from './object-labels.ts'

const LabelsDialog = lazy(() => import('./labels-dialog.tsx').then((m) => ({ default: m.LabelsDialog })))

export function LabelsLine(props: ObjectLabels) {
  const { object, refusal } = props
  const [isOpen, setOpen] = useState(false)
  const lines = textOfLabels(object.labels ?? {})
  const isEmpty = lines === '' && object.managedByTool === undefined
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {object.managedByTool !== undefined && (
        <Badge tone="accent">{t.labels.managedBy(object.managedByTool)}</Badge>
      )}
      {lines !== '' && (
        <ul aria-label={t.labels.title} className="contents">
          {lines.split('\n').map((line) => (
            <li
              key={line}
              className="rounded-full bg-hover px-2 text-xs font-medium text-quiet wrap-anywhere"
            >
              {line}
            </li>
          ))}
        </ul>
      )}
      <Permitted
        kind="quiet"
        size="sm"
        icon={<Tag size={14} aria-hidden />}
        refusal={refusal}
        onPress={() => setOpen(true)}
        className={isEmpty ? '-ms-2.5' : ''}
      >
        {t.labels.edit}
      </Permitted>
      {isOpen && (
        <Suspense>
          <LabelsDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
