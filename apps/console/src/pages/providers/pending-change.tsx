import { useParams } from '@tanstack/react-router'
import { ConfirmButton } from '../../components/change-button.tsx'
import { t } from '../../texts/index.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Provider } from './texts.ts'

interface PendingChangeProps {
  readonly provider: Provider
  readonly refusal: string | null
}

/** New credentials that take effect after a successful trial sign-in. */
export function PendingChange({ provider, refusal }: PendingChangeProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  if (!provider.pendingChange) return null
  return (
    <Notice tone="caution" title={t.providers.pending}>
      <p>{t.providers.pendingText}</p>
      <p className="mt-1">
        {t.providers.pendingFields} <code>{provider.pendingChange.fields.join(', ')}</code>
      </p>
      <div className="mt-2">
        <ConfirmButton
          operation="federation_provider_update"
          input={{ projectId, providerId: provider.id, pendingChange: null }}
          refusal={refusal}
          kind="secondary"
          size="sm"
          label={t.providers.discardPending}
          title={t.providers.discardPendingTitle}
          confirmLabel={t.providers.discardPending}
          consequence={t.providers.discardPendingText}
          danger={false}
          done={t.providers.pendingDiscarded}
        />
      </div>
    </Notice>
  )
}
