import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import { isPreview, type Preview } from '../../api/preview.ts'
import { problemOf } from '../../api/problem.ts'
import { ConfirmOperation } from '../../components/confirm-operation.tsx'
import { t } from '../../texts/index.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import type { Provider } from './texts.ts'

type Direction = 'up' | 'down'

interface MoveProps {
  readonly projectId: string
  readonly provider: Provider
  readonly isFirst: boolean
  readonly isLast: boolean
}

export function Move({ projectId, provider, isFirst, isLast }: MoveProps) {
  const mutation = useOperationMutation('federation_provider_move')
  const [asked, setAsked] = useState<{ direction: Direction; preview: Preview } | null>(null)
  const input = { projectId, providerId: provider.id }
  const move = (direction: Direction) => () =>
    mutation.mutate(
      { ...input, direction },
      {
        onSuccess: (outcome) => isPreview(outcome) && setAsked({ direction, preview: outcome }),
        onError: (error) => toast(problemOf(error).detail),
      },
    )
  return (
    <span className="relative z-1 inline-flex">
      <IconButton
        label={t.providers.up(provider.displayName)}
        icon={<ArrowUp size={15} aria-hidden />}
        isDisabled={isFirst || mutation.isPending}
        onPress={move('up')}
      />
      <IconButton
        label={t.providers.down(provider.displayName)}
        icon={<ArrowDown size={15} aria-hidden />}
        isDisabled={isLast || mutation.isPending}
        onPress={move('down')}
      />
      {asked && (
        <ConfirmOperation
          operation="federation_provider_move"
          input={{ ...input, direction: asked.direction }}
          preview={asked.preview}
          title={t.providers.changeTitle}
          confirmLabel={t.providers.order}
          danger={false}
          onDone={() => setAsked(null)}
          onClose={() => setAsked(null)}
        />
      )}
    </span>
  )
}
