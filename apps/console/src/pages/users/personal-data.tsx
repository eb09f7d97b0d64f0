import { useOperationMutation } from '../../api/change.ts'
import { problemOf } from '../../api/problem.ts'
import { Permitted } from '../../components/permitted.tsx'
import { saveJson } from '../../components/save-file.ts'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import type { UserSectionProps } from './user.ts'

export const PersonalData = (props: UserSectionProps) => (
  <Card title={t.users.exportData} text={t.users.exportDataText} actions={<ExportData {...props} />} />
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
      {t.users.transfer.export}
    </Permitted>
  )
}
