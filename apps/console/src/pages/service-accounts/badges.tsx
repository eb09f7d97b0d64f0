import type { Answer } from '../../api/client.ts'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'

export type ServiceAccount = Answer<'service_account_get'>

export function ServiceAccountBadges({
  account: { active, teamPeople, failedExchanges },
}: {
  account: Pick<ServiceAccount, 'active' | 'teamPeople' | 'failedExchanges'>
}) {
  const texts = t.serviceAccounts
  return (
    <>
      {!active && <Badge tone="problem">{texts.expired}</Badge>}
      {teamPeople === 0 && <Badge tone="caution">{texts.noPeople}</Badge>}
      {failedExchanges > 0 && <Badge tone="caution">{texts.failed(failedExchanges)}</Badge>}
    </>
  )
}
