import { useOperationPage } from '../../api/operation.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import type { UserSectionProps } from './user.ts'

export function AssignConnection({ projectId, user, refusal }: UserSectionProps) {
  const connections = useOperationPage('provisioning_connection_list', { projectId }).data?.connections ?? []
  const managed = user.managedBy === 'console' ? null : t.users.managedRefusal
  const none = connections.length === 0 ? t.users.noConnection : null
  return (
    <Card
      title={t.users.assign}
      text={t.users.assignText}
      actions={
        <FormDialog
          label={t.users.assignDo}
          refusal={refusal ?? managed ?? none}
          title={t.users.assignTitle(user.email)}
          text={t.users.assignText}
          operation="project_user_assign_connection"
          initial={{
            connectionId: connections[0]?.id ?? '',
            userName: user.username ?? user.email,
            externalId: '',
          }}
          toInput={({ connectionId, userName, externalId }) => ({
            projectId,
            userId: user.id,
            connectionId,
            userName: userName.trim(),
            ...(externalId.trim() ? { externalId: externalId.trim() } : {}),
          })}
          fields={['connectionId', 'userName', 'externalId']}
          submitLabel={t.users.assign}
          done={t.users.assigned}
        >
          {(form) => (
            <>
              <Select
                label={t.users.connection}
                options={connections.map(({ id, displayName }) => ({
                  value: id as string,
                  label: displayName,
                }))}
                value={form.values.connectionId}
                onChange={(connectionId) => form.set({ connectionId })}
                error={form.errorAt('connectionId')}
              />
              <FormText form={form} name="userName" label={t.users.userNameThere} />
              <FormText form={form} name="externalId" label={t.users.externalId} optional />
            </>
          )}
        </FormDialog>
      }
    />
  )
}
