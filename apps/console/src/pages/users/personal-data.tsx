import { useOperationMutation } from '../../api/change.ts'
import { isPreview } from '../../api/preview.ts'
import { problemOf } from '../../api/problem.ts'
import { ActionRows } from '../../components/action-rows.tsx'
import { ConfirmButton } from '../../components/change-button.tsx'
import { useLeave } from '../../components/leave.ts'
import { Permitted } from '../../components/permitted.tsx'
import { saveJson } from '../../components/save-file.ts'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import type { UserSectionProps } from './user.ts'

interface PersonalDataProps extends UserSectionProps {
  /** Null when the user can be erased. */
  readonly eraseRefusal: string | null
}

export const PersonalData = (props: PersonalDataProps) => (
  <Card title={t.users.personalData}>
    <ActionRows
      rows={[
        { title: t.users.exportData, text: t.users.exportDataText, action: <ExportData {...props} /> },
        { title: t.users.erase, text: t.users.eraseText, action: <Erase {...props} /> },
      ]}
    />
  </Card>
)

function ExportData({ projectId, user, refusal }: UserSectionProps) {
  const mutation = useOperationMutation('project_user_data_export')
  const run = (): void =>
    mutation.mutate(
      { projectId, userId: user.id },
      {
        onSuccess: ({ data }) => {
          saveJson(data, `${user.id}.json`)
          toast(t.users.dataExported(user.email))
        },
        onError: (error) => toast(problemOf(error).detail),
      },
    )
  return (
    <Permitted refusal={refusal} isPending={mutation.isPending} onPress={run}>
      {t.users.exportData}
    </Permitted>
  )
}

function Erase({ projectId, user, eraseRefusal }: PersonalDataProps) {
  const leave = useLeave()
  return (
    <ConfirmButton
      operation="project_user_erase"
      input={{ projectId, userId: user.id }}
      refusal={eraseRefusal}
      asksPreview
      label={t.users.erase}
      title={t.users.eraseTitle(user.email)}
      confirmLabel={t.users.erase}
      typedName={user.email}
      done={t.users.erased(user.email)}
      onDone={(receipt) => {
        if (!isPreview(receipt)) saveJson(receipt, `erasure-${user.id}.json`)
        leave(paths.users(projectId))
      }}
    />
  )
}
