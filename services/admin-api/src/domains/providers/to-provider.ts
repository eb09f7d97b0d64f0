import type { Provider } from '@signet/contracts'
import type { Executor } from '@signet/db'
import {
  buttonWarnings,
  isBrand,
  issuerOfProvider,
  kindOf,
  providerKinds,
  recognise,
} from '@signet/federation'
import { refuse } from '@signet/runtime'
import { issuerOf, loadSettings } from '@signet/tenancy'
import type { HandlerDeps } from '../../deps.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { backChannelLogoutOf, callbackOf, frontChannelLogoutOf, signOutReturnOf } from './addresses.ts'
import { describeAssertionKey } from './assertion-key.ts'
import { describeClientCertificate } from './client-certificate.ts'
import { type ProviderRecord, readProviders } from './provider-store.ts'
import { describeServiceProvider } from './service-provider.ts'

interface ProviderVisibility {
  readonly isOn: boolean
  readonly isEnabled: boolean
  readonly hasAddress: boolean
}

/** Empty when a sign-in page shows the provider. */
const reasonsHidden = ({ isOn, isEnabled, hasAddress }: ProviderVisibility): Provider['hiddenBecause'] => [
  ...(isOn ? [] : (['federation_off'] as const)),
  ...(isEnabled ? [] : (['disabled'] as const)),
  ...(hasAddress ? [] : (['no_address'] as const)),
]

interface At {
  readonly deps: Pick<HandlerDeps, 'config'>
  readonly project: ProjectRow
}

/**
 * A registered address stays: a root address always, a path after something depends on it, and a name of its own only after a request
 * has reached it.
 */
export function stabilityOf(
  { addressForm, hostReachedAt }: Pick<ProjectRow, 'addressForm' | 'hostReachedAt'>,
  hasDependents: boolean,
): Provider['callbackStability'] {
  if (addressForm === 'root') return 'stable'
  const reached = addressForm === 'path' || hostReachedAt !== null
  return addressForm !== 'unaddressed' && hasDependents && reached ? 'stable' : 'provisional'
}

/** Ordered as their buttons. The warnings compare all providers of the project. */
export async function answerProviders(executor: Executor, { deps, project }: At): Promise<Provider[]> {
  const [rows, settings] = await Promise.all([readProviders(executor, project.id), loadSettings(executor)])
  const issuer = issuerOf(project, deps.config.SIGNET_BASE_URL)
  const warnings = buttonWarnings(rows)
  const isOn = settings['federation.enabled']
  return rows.map(({ hasOwnAddress, assertionKey, certificate, formerCertificate, ...row }) => {
    const hasAddress = issuer !== null && hasOwnAddress
    const hiddenBecause = reasonsHidden({ isOn, isEnabled: row.enabled, hasAddress })
    const onSignInPage = hiddenBecause.length === 0
    const own = warnings.get(row.id) ?? []
    const address = hasOwnAddress ? issuer : null
    return {
      ...describe(row),
      callbackUri: callbackOf(address, row.id),
      backChannelLogoutUri: backChannelLogoutOf(address, row.id),
      frontChannelLogoutUri: frontChannelLogoutOf(address, row.id),
      signOutReturnUri: signOutReturnOf(address, row.id),
      callbackStability: stabilityOf(project, true),
      assertionKey: describeAssertionKey({ ...row, assertionKey }, address),
      clientCertificate: describeClientCertificate({ ...row, certificate, formerCertificate }),
      serviceProvider: describeServiceProvider({ ...row, assertionKey }, address),
      warnings: [...(isOn ? [] : (['federation_off'] as const)), ...own],
      onSignInPage,
      hiddenBecause,
      signInWarnings: onSignInPage ? own : [],
    }
  })
}

export const answerProvider = async (executor: Executor, at: At, id: string): Promise<Provider> =>
  (await answerProviders(executor, at)).find((provider) => provider.id === id) ?? refuse('not_found')

/** Converts the fields that need no other provider. */
function describe({
  lastFailureAt,
  lastFailure,
  pendingFields,
  pendingSince,
  ...row
}: Omit<ProviderRecord, 'hasOwnAddress' | 'assertionKey' | 'certificate' | 'formerCertificate'>) {
  const recognised = recognise(row)
  const { logoutSignals, capabilities, recommendedCorrelation } = kindOf(recognised, row.protocol)
  return {
    ...row,
    issuer: issuerOfProvider(row),
    createdAt: row.createdAt.toISOString(),
    pendingChange: pendingSince && { fields: pendingFields, since: pendingSince.toISOString() },
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastFailure: lastFailure && lastFailureAt && { at: lastFailureAt.toISOString(), ...lastFailure },
    recognised: recognised && {
      catalogueId: recognised,
      displayName: providerKinds[recognised].displayName,
      brand: isBrand(recognised),
    },
    logoutSignals,
    capabilities,
    recommendedCorrelation,
  }
}
