import { ActionRows, changeRow, switchOf } from '../../components/action-rows.tsx'
import { undoBy } from '../../components/change-button.tsx'
import { DeleteCard } from '../../components/deletion.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import type { ConnectionSectionProps } from './texts.ts'

const texts = t.directories

export function enablingOf({ projectId, connection, refusal }: ConnectionSectionProps) {
  const { displayName, enabled } = connection
  const one = { projectId, connectionId: connection.id }
  return switchOf({
    operation: 'provisioning_connection_update',
    input: { ...one, enabled: !enabled },
    undo: undoBy('provisioning_connection_update', { ...one, enabled }),
    refusal,
    isOn: enabled,
    off: {
      label: texts.disable,
      text: texts.disableText,
      done: texts.wasDisabled(displayName),
    },
    on: {
      label: texts.enable,
      text: texts.enableText,
      done: texts.wasEnabled(displayName),
    },
  })
}

/** Returns the reason for which the connection cannot be deleted, or null. */
export const deletionRefusal = ({ connection: { managedUsers }, refusal }: ConnectionSectionProps) =>
  refusal ?? (managedUsers > 0 ? texts.managesUsers(managedUsers) : null)

export function Removal(props: ConnectionSectionProps) {
  const { projectId, connection } = props
  const { displayName, id: connectionId } = connection
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <ActionRows rows={[changeRow(enablingOf(props))]} />
      </Card>
      <DeleteCard
        operation="provisioning_connection_delete"
        input={{ projectId, connectionId }}
        refusal={deletionRefusal(props)}
        title={texts.deleteCard}
        text={texts.deleteText}
        question={texts.deleteTitle(displayName)}
        confirmLabel={texts.deleteLabel}
        done={texts.deleted(displayName)}
        to={paths.directories(projectId)}
      />
    </div>
  )
}
