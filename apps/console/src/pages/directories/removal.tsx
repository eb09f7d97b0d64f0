import { ActionRows, switchRow } from '../../components/action-rows.tsx'
import { undoBy } from '../../components/change-button.tsx'
import { DeleteCard } from '../../components/deletion.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import type { ConnectionSectionProps } from './texts.ts'

const texts = t.directories

export function Removal({ projectId, connection, refusal }: ConnectionSectionProps) {
  const { displayName, enabled, managedUsers } = connection
  const one = { projectId, connectionId: connection.id }
  const enabling = switchRow({
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
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <ActionRows rows={[enabling]} />
      </Card>
      <DeleteCard
        operation="provisioning_connection_delete"
        input={one}
        refusal={refusal ?? (managedUsers > 0 ? texts.managesUsers(managedUsers) : null)}
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
