import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import { operationQuery } from '../../api/operation.ts'
import { Permitted } from '../../components/permitted.tsx'
import { t } from '../../texts/index.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Provider } from './texts.ts'

const everyMilliseconds = 2_000

interface TryButtonProps {
  readonly provider: Provider
  readonly refusal: string | null
  readonly onBegin: (tryRef: string) => void
}

/** Runs a sign-in without creating a session. */
export function TryButton({ provider, refusal, onBegin }: TryButtonProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const mutation = useOperationMutation('federation_provider_try')
  const begin = () =>
    mutation.mutate(
      { projectId, providerId: provider.id },
      {
        onSuccess: (begun) => {
          onBegin(begun.tryRef)
          window.open(begun.url, '_blank', 'noopener')
        },
      },
    )
  return (
    <Permitted refusal={refusal} onPress={begin} isPending={mutation.isPending}>
      {t.providers.trySignIn}
    </Permitted>
  )
}

interface TrialResultProps {
  readonly providerId: string
  readonly tryRef: string
  readonly onPass: () => void
}

/** Shows the provider's claims after the sign-in. */
export function TrialResult({ providerId, tryRef, onPass }: TrialResultProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const { data } = useQuery({
    ...operationQuery('federation_provider_try_get', { projectId, providerId, tryRef }),
    refetchInterval: ({ state }) =>
      state.data && state.data.status !== 'pending' ? false : everyMilliseconds,
  })
  const { status = 'pending', claims, problem, appliedFields } = data ?? {}
  const queryClient = useQueryClient()
  const isApplied = appliedFields !== undefined
  useEffect(() => {
    if (isApplied)
      void queryClient.invalidateQueries(operationQuery('federation_provider_get', { projectId, providerId }))
  }, [isApplied])
  useEffect(() => {
    if (status === 'succeeded') onPass()
  }, [status])
  if (status === 'pending') return <Notice title={t.providers.waiting}>{t.providers.tryText}</Notice>
  if (status === 'failed')
    return (
      <Notice tone="problem" title={t.providers.failed}>
        {problem}
      </Notice>
    )
  return (
    <Notice tone="good" title={t.providers.works}>
      {appliedFields && <p className="mb-1.5">{t.providers.pendingApplied}</p>}
      <pre className="overflow-x-auto text-sm">{JSON.stringify(claims, null, 2)}</pre>
    </Notice>
  )
}
