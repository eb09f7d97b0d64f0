import { Status } from '../../components/object-mark.tsx'
import { t } from '../../texts/index.ts'
import { Badge } from '../../ui/badge.tsx'
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
        <Status>{t.providers.onSignInPage}</Status>
      ) : (
        <Status tone="neutral">{t.providers.hidden}</Status>
      )}
      {failingSince && <Badge tone="problem">{t.providers.failing}</Badge>}
      {signInWarnings.length > 0 && <Badge tone="caution">{t.providers.confusing}</Badge>}
    </>
  )
}
