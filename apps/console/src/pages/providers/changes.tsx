import { useParams } from '@tanstack/react-router'
import { ActionRows, changeRow, switchOf } from '../../components/action-rows.tsx'
import { undoBy } from '../../components/change-button.tsx'
import { DeleteCard } from '../../components/deletion.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import type { Provider } from './texts.ts'

interface ChangesProps {
  readonly provider: Provider
  readonly refusal: string | null
}

const texts = t.providers

/** Confirms a preview when users would have no other sign-in method. */
export function enablingOf(projectId: string, { provider, refusal }: ChangesProps) {
  const { displayName, enabled, linkedUsers } = provider
  const at = { projectId, providerId: provider.id }
  return switchOf({
    operation: 'federation_provider_update',
    input: { ...at, enabled: !enabled },
    undo: undoBy('federation_provider_update', { ...at, enabled }),
    refusal,
    isOn: enabled,
    off: {
      label: texts.disable,
      text: texts.disableText(linkedUsers),
      question: texts.disableTitle(displayName),
      done: texts.disabled(displayName),
    },
    on: {
      label: texts.enable,
      text: texts.enableText,
      question: texts.enableTitle(displayName),
      done: texts.enabled(displayName),
    },
  })
}

/** A deletion is always confirmed. */
export function ProviderChanges(props: ChangesProps) {
  const { projectId } = useParams({ from: '/shell/projects/$projectId/providers/$providerId' })
  const { displayName, id: providerId } = props.provider
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <ActionRows rows={[changeRow(enablingOf(projectId, props))]} />
      </Card>
      <DeleteCard
        operation="federation_provider_delete"
        input={{ projectId, providerId }}
        refusal={props.refusal}
        title={texts.deleteCard}
        text={texts.accountsStay}
        question={texts.deleteTitle(displayName)}
        confirmLabel={texts.deleteLabel}
        done={texts.deleted(displayName)}
        to={paths.providers(projectId)}
      />
    </div>
  )
}
