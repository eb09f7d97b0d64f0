import { useParams } from '@tanstack/react-router'
import { ActionRows } from '../../components/action-rows.tsx'
import { ConfirmButton } from '../../components/change-button.tsx'
import { useLeave } from '../../components/leave.ts'
import { paths } from '../../paths.ts'
import { plural } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import type { Provider } from './texts.ts'

interface ChangesProps {
  readonly provider: Provider
  readonly refusal: string | null
}

/** Switching a provider on and off, and deleting it; both are asked about, since people may sign in through nothing else. */
export function ProviderChanges({ provider, refusal }: ChangesProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const leave = useLeave()
  const { displayName, enabled, linkedUsers } = provider
  const at = { projectId, providerId: provider.id }
  const { enable, disable } = t.providers
  return (
    <Card>
      <ActionRows
        rows={[
          {
            title: enabled ? disable : enable,
            text: enabled ? plural(t.providers.disableText, linkedUsers) : t.providers.enableText,
            action: (
              <ConfirmButton
                label={enabled ? disable : enable}
                kind="secondary"
                danger={enabled}
                refusal={refusal}
                operation="federation_provider_update"
                input={{ ...at, enabled: !enabled }}
                title={(enabled ? t.providers.disableTitle : t.providers.enableTitle)(displayName)}
                confirmLabel={enabled ? disable : enable}
                consequence={enabled ? plural(t.providers.disableText, linkedUsers) : t.providers.enableText}
                done={(enabled ? t.providers.disabled : t.providers.enabled)(displayName)}
              />
            ),
          },
          {
            title: t.providers.deleteCard,
            text: t.providers.accountsStay,
            action: (
              <ConfirmButton
                label={t.common.delete}
                refusal={refusal}
                operation="federation_provider_delete"
                input={at}
                title={t.providers.deleteTitle(displayName)}
                confirmLabel={t.providers.deleteLabel}
                done={t.providers.deleted(displayName)}
                onDone={() => leave(paths.providers(projectId))}
              />
            ),
          },
        ]}
      />
    </Card>
  )
}
