import { newId } from '@signet/runtime'
import { mintToken } from '@signet/secrets'
import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

type Features = NonNullable<Configuration['features']>

/** Self-registration (RFC 7591) and its management (RFC 7592). */
export const registration = ({
  settings,
  needsRegistrationToken,
}: OptionsContext): Pick<Features, 'registration' | 'registrationManagement'> => ({
  registration: {
    enabled: settings['registration.enabled'],
    initialAccessToken: needsRegistrationToken,
    issueRegistrationAccessToken: settings['registration.issueRegistrationAccessToken'],
    idFactory: () => newId('client'),
    secretFactory: () => mintToken(),
  },
  registrationManagement: {
    enabled: settings['registrationManagement.enabled'],
    rotateRegistrationAccessToken: settings['registrationManagement.rotateRegistrationAccessToken'],
  },
})
