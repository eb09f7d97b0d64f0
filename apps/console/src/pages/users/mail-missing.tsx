import { useOperation, useOperationPage } from '../../api/operation.ts'
import { ButtonLink } from '../../components/link.tsx'
import { paths } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Notice } from '../../ui/notice.tsx'

/** Returns false until the summary of the project is read. */
export const useMailMissing = (projectId: string): boolean =>
  useOperationPage('project_summary_get', { projectId }).data?.mailConfigured === false

/** Links to the settings of mail for an administrator who may change them. */
export function MailMissing() {
  const { can } = useOperation('whoami', {})
  return (
    <Notice
      tone="caution"
      title={t.users.noMail}
      action={
        can.instance && (
          <ButtonLink size="sm" {...paths.system({ tab: 'mail' })}>
            {t.users.configureMail}
          </ButtonLink>
        )
      }
    >
      {t.users.noMailText}
    </Notice>
  )
}
