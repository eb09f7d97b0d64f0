import type { Answer } from '../../api/client.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'

export type ServiceAccount = Answer<'service_account_get'>

export function ServiceAccountBadges({
  account: { role, active, teamPeople, failedExchanges },
}: {
  account: Pick<ServiceAccount, 'role' | 'active' | 'teamPeople' | 'failedExchanges'>
}) {
  const texts = t.serviceAccounts
  return (
    <>
      <Badge>{t.shell.teamRoles[role]}</Badge>
      {!active && <Badge tone="problem">{texts.expired}</Badge>}
      {teamPeople === 0 && <Badge tone="caution">{texts.noPeople}</Badge>}
      {failedExchanges > 0 && <Badge tone="caution">{texts.failed(failedExchanges)}</Badge>}
    </>
  )
}
