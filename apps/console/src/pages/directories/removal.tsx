import { ActionRows } from '../../components/action-rows.tsx'
import { ConfirmButton } from '../../components/change-button.tsx'
import { useLeave } from '../../components/leave.ts'
import { paths } from '../../paths.ts'
import { plural } from '../../texts/format.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import type { ConnectionSectionProps } from './credentials.tsx'

/** Switching a directory on and off, and deleting the connection to it. */
export function Removal({ projectId, connection, refusal }: ConnectionSectionProps) {
  const leave = useLeave()
  const { displayName, enabled, managedUsers } = connection
  const one = { projectId, connectionId: connection.id }
  const { enable, disable, enableText, disableText } = t.directories
  return (
    <Card>
      <ActionRows
        rows={[
          {
            title: enabled ? disable : enable,
            text: enabled ? disableText : enableText,
            action: (
              <ConfirmButton
                label={enabled ? disable : enable}
                kind="secondary"
                danger={enabled}
                refusal={refusal}
                operation="provisioning_connection_update"
                input={{ ...one, enabled: !enabled }}
                title={(enabled ? t.directories.disableTitle : t.directories.enableTitle)(displayName)}
                consequence={enabled ? disableText : enableText}
                confirmLabel={enabled ? disable : enable}
                done={(enabled ? t.directories.wasDisabled : t.directories.wasEnabled)(displayName)}
              />
            ),
          },
          {
            title: t.directories.deleteCard,
            text: t.directories.deleteText,
            action: (
              <ConfirmButton
                label={t.common.delete}
                refusal={
                  refusal ?? (managedUsers > 0 ? plural(t.directories.managesUsers, managedUsers) : null)
                }
                operation="provisioning_connection_delete"
                input={one}
                title={t.directories.deleteTitle(displayName)}
                confirmLabel={t.directories.deleteLabel}
                done={t.directories.deleted(displayName)}
                onDone={() => leave(paths.directories(projectId))}
              />
            ),
          },
        ]}
      />
    </Card>
  )
}
