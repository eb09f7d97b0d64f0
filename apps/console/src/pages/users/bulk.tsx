import type { UserRow } from '@signet/contracts'
import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import type { Answer } from '../../api/client.ts'
import { problemOf } from '../../api/problem.ts'
import { ConfirmButton } from '../../components/change-button.tsx'
import { Permitted } from '../../components/permitted.tsx'
import type { Selection } from '../../components/selection.ts'
import { SelectionBar } from '../../components/selection-bar.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'

type Result = Answer<'project_user_bulk_activate'>['results'][number]

interface BulkProps {
  readonly projectId: string
  readonly selection: Selection
  readonly rows: readonly UserRow[]
  readonly refusal: string | null
  readonly supportRefusal: string | null
}

export function UserBulk({ projectId, selection, rows, refusal, supportRefusal }: BulkProps) {
  const [results, setResults] = useState<readonly Result[] | null>(null)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const activate = useOperationMutation('project_user_bulk_activate')
  const input = { projectId, userIds: [...selection.ids] }
  const count = selection.ids.size
  const show = ({ results: ofRows }: { readonly results: readonly Result[] }): void => {
    setNames(new Map(rows.map(({ id, email }) => [id, email])))
    setResults(ofRows)
    selection.clear()
  }
  const question = { refusal, size: 'sm', input, onDone: show } as const
  return (
    <>
      <SelectionBar selection={selection}>
        <Permitted
          size="sm"
          refusal={refusal}
          isPending={activate.isPending}
          onPress={() =>
            activate.mutate(input, { onSuccess: show, onError: (error) => toast(problemOf(error).detail) })
          }
        >
          {t.users.bulk.activate}
        </Permitted>
        <ConfirmButton
          {...question}
          refusal={supportRefusal}
          label={t.users.bulk.signOut}
          operation="project_user_bulk_sign_out"
          title={t.users.bulkTitle.signOut(count)}
          consequence={t.users.bulkSignOutText}
          confirmLabel={`${t.users.bulk.signOut} (${count})`}
        />
        <ConfirmButton
          {...question}
          label={t.users.bulk.deactivate}
          operation="project_user_bulk_deactivate"
          title={t.users.bulkTitle.deactivate(count)}
          confirmLabel={`${t.users.bulk.deactivate} (${count})`}
        />
        <ConfirmButton
          {...question}
          label={t.users.bulk.delete}
          operation="project_user_bulk_delete"
          title={t.users.bulkTitle.delete(count)}
          confirmLabel={`${t.users.bulk.delete} (${count})`}
        />
      </SelectionBar>
      {results && <BulkResults results={results} names={names} onClose={() => setResults(null)} />}
    </>
  )
}

const tones = { changed: 'good', skipped: 'neutral', failed: 'problem' } as const
const reasons: Readonly<Record<string, string>> = t.users.skipReasons

const BulkResults = ({
  results,
  names,
  onClose,
}: {
  results: readonly Result[]
  names: ReadonlyMap<string, string>
  onClose: () => void
}) => (
  <Dialog
    isOpen
    title={t.users.results}
    onClose={onClose}
    actions={
      <Button kind="primary" onPress={onClose}>
        {t.common.close}
      </Button>
    }
  >
    <ul className="grid max-h-96 gap-2 overflow-y-auto">
      {results.map(({ userId, result, reason }) => (
        <li key={userId} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 wrap-anywhere">{names.get(userId) ?? userId}</span>
          <span className="flex items-center gap-2 text-sm text-quiet">
            {reason && (reasons[reason] ?? reason)}
            <Badge tone={tones[result]}>{t.users.resultTexts[result]}</Badge>
          </span>
        </li>
      ))}
    </ul>
  </Dialog>
)
