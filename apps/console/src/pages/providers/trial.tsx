import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOperationMutation } from '../../api/change.ts'
import { operationQuery } from '../../api/operation.ts'
import { Permitted } from '../../components/permitted.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Provider } from './texts.ts'

const everyMilliseconds = 2_000

interface TrialProps {
  readonly provider: Provider
  readonly refusal: string | null
  readonly onPass: () => void
}

/** Runs a sign-in without creating a session, and shows the provider's claims. */
export function Trial({ provider, refusal, onPass }: TrialProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const [tryRef, setTryRef] = useState<string | null>(null)
  const mutation = useOperationMutation('federation_provider_try')
  const begin = () =>
    mutation.mutate(
      { projectId, providerId: provider.id },
      {
        onSuccess: (begun) => {
          setTryRef(begun.tryRef)
          window.open(begun.url, '_blank', 'noopener')
        },
      },
    )
  return (
    <Card
      title={t.providers.tryIt}
      text={t.providers.tryText}
      actions={
        <Permitted refusal={refusal} onPress={begin} isPending={mutation.isPending}>
          {t.providers.trySignIn}
        </Permitted>
      }
    >
      {tryRef !== null && <TrialResult providerId={provider.id} tryRef={tryRef} onPass={onPass} />}
    </Card>
  )
}

interface TrialResultProps extends Pick<TrialProps, 'onPass'> {
  readonly providerId: string
  readonly tryRef: string
}

function TrialResult({ providerId, tryRef, onPass }: TrialResultProps) {
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
  if (status === 'pending') return <Notice title={t.providers.waiting} />
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
