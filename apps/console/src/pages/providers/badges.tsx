import { t } from '../../texts/index.ts'
import { Badge, UsualState } from '../../ui/badge.tsx'
import type { Provider } from './texts.ts'

export function ProviderBadges({
  provider,
}: {
  provider: Pick<Provider, 'onSignInPage' | 'failingSince' | 'signInWarnings'>
}) {
  const { onSignInPage, failingSince, signInWarnings } = provider
  return (
    <>
      {onSignInPage ? (
        <UsualState>{t.providers.onSignInPage}</UsualState>
      ) : (
        <Badge>{t.providers.hidden}</Badge>
      )}
      {failingSince && <Badge tone="problem">{t.providers.failing}</Badge>}
      {signInWarnings.length > 0 && <Badge tone="caution">{t.providers.confusing}</Badge>}
    </>
  )
}
