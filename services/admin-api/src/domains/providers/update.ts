import { operations } from '@signet/contracts'
import {
  type ClientCertificate,
  haveSameIssuer,
  newRequestKey,
  type SignInMethods,
  usesCertificate,
  withoutLinks,
  withoutProvider,
} from '@signet/federation'
import { refuse } from '@signet/runtime'
import { bumpProject, refusingDuplicates } from '@signet/tenancy'
import { implementWithPrisma, namesNothing } from '../../implement.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { newAssertionKey } from './assertion-key.ts'
import { certificateColumns, newClientCertificate } from './client-certificate.ts'
import { replaceGroupMappings, requireMappable } from './group-mappings.ts'
import { lockSignInMethods, refuseIssuerLockout, refuseLastSignInMethod } from './lock-out.ts'
import { checkMappings } from './mapping-rules.ts'
import { writtenColumns } from './pending-change.ts'
import { previewChange, usersOf } from './preview.ts'
import { detailOf, kindFieldsAfter, withSecretExpiry } from './provider-fields.ts'
import { checkMethod, checkProvisioning, checkValues, refuseIncomplete } from './provider-rules.ts'
import { findProvider, idTaken, type ProviderRecord } from './provider-store.ts'
import { withSamlFields } from './saml-fields.ts'
import { answerProvider } from './to-provider.ts'

/** A secret that is not given stays. */
export const federation_provider_update = implementWithPrisma(operations.federation_provider_update, {
  async prepare({ deps, caller, project }, { projectId: _path, providerId, ...given }) {
    const before = await findProvider(deps.database, project.id, providerId)
    const { catalogueId, protocol } = before
    checkValues(before, given)
    checkMethod(given.clientAuthentication ?? before.clientAuthentication, given)
    const input = await withSamlFields(deps, protocol, { ...withSecretExpiry(given), protocol })
    checkMappings({ ...before, ...kindFieldsAfter(before, input) }, { ...before, ...input })
    await requireMappable(deps.database, { projectId: project.id, providerId }, input.groupMappings)
    refuseIncomplete({
      catalogueId,
      protocol,
      enabled: input.enabled ?? before.enabled,
      given: kindFieldsAfter(before, input),
    })
    refuseCreating(project, before, input.provisioning)
    if (input.enabled === false) await refuseLastSignInMethod(deps.database, project, providerId)
    if (movesIssuer(before, input)) await refuseIssuerLockout(deps.database, project, providerId)
    const { pendingFields } = await writtenColumns(deps.database, { deps, caller, project, before, input })
    const detail = { ...detailOf(before, input), ...discarded(before, input.pendingChange) }
    const key =
      before.assertionKey === null ? await newKey(deps, input, { projectId: project.id, providerId }) : {}
    const certificate =
      before.certificate === null && needsNewCertificate(input)
        ? await newClientCertificate(providerId)
        : null
    const waits = pendingFields.length > 0 ? { pendingFields } : {}
    return {
      before,
      input,
      detail,
      key,
      certificate,
      pendingFields,
      unchanged: namesNothing(detail),
      target: { id: project.id, detail: { providerId, ...detail, ...waits } },
    }
  },

  preview: (executor, { project }, _given, { before, input, detail, pendingFields }) =>
    previewChange(executor, project, {
      consequence:
        pendingFields.length > 0
          ? `The new ${pendingFields.join(', ')} of ${before.displayName} take effect after a successful trial sign-in.`
          : consequenceOf(project, before, input),
      detail,
      methodsAfter: methodsAfter(before, input),
    }),

  async lock({ sql: tx }, { deps, caller, project }, { providerId }, { input }) {
    await lockSignInMethods(tx, project)
    const before = await findProvider(tx, project.id, providerId)
    refuseCreating(project, before, input.provisioning)
    if (input.enabled === false) await refuseLastSignInMethod(tx, project, providerId)
    if (movesIssuer(before, input)) await refuseIssuerLockout(tx, project, providerId)
    const { columns, pendingFields } = await writtenColumns(tx, { deps, caller, project, before, input })
    return {
      columns,
      pendingFields,
      hasKey: before.assertionKey !== null,
      hasCertificate: before.certificate !== null,
    }
  },

  async apply(
    { sql: tx, prisma },
    { deps, project },
    { providerId, groupMappings },
    { key, certificate },
    { columns, pendingFields, hasKey, hasCertificate },
  ) {
    const where = { projectId_id: { projectId: project.id, id: providerId } }
    const at = { projectId: project.id, providerId }
    const newKeys = {
      ...(hasKey ? {} : key),
      ...(hasCertificate || certificate === null
        ? {}
        : generatedColumns(deps, at, certificate, pendingFields.length > 0)),
    }
    await refusingDuplicates(
      prisma.identityProvider.update({ where, data: { ...columns, ...newKeys } }),
      idTaken,
    )
    await replaceGroupMappings(tx, { projectId: project.id, providerId }, groupMappings)
    await bumpProject(tx, project.id)
    return answerProvider(tx, { deps, project }, providerId)
  },
})

type Input = Parameters<typeof kindFieldsAfter>[1]

const needsNewCertificate = ({ clientAuthentication, clientCertificate }: Input): boolean =>
  usesCertificate(clientAuthentication) && clientCertificate === undefined

/** While a generated certificate waits for a trial sign-in, the day of the secret stays announced. */
function generatedColumns(
  deps: Parameters<typeof certificateColumns>[0],
  at: Parameters<typeof certificateColumns>[1],
  certificate: ClientCertificate,
  isPending: boolean,
) {
  const { secretExpiresOn, ...columns } = certificateColumns(deps, at, certificate)
  return isPending ? columns : { ...columns, secretExpiresOn }
}

async function newKey(
  deps: Parameters<typeof newAssertionKey>[0],
  { clientAuthentication, signsRequests }: Input,
  at: Parameters<typeof newAssertionKey>[1],
) {
  if (signsRequests) return newRequestKey(deps.vault, at)
  return clientAuthentication === 'private_key_jwt' ? newAssertionKey(deps, at) : {}
}

const discarded = ({ pendingFields, pendingSince }: ProviderRecord, pendingChange: null | undefined) =>
  pendingSince && pendingChange === null ? { pendingChange: { from: pendingFields, to: null } } : {}

const consequenceOf = (
  project: Pick<ProjectRow, 'reserved'>,
  before: ProviderRecord,
  input: Input,
): string => {
  if (input.enabled === false && before.enabled)
    return `${usersOf(project)} cannot sign in through ${before.displayName} any more.`
  return movesIssuer(before, input)
    ? `${usersOf(project)} must be linked to ${before.displayName} again: it is at another issuer.`
    : `${before.displayName} is changed as a sign-in method.`
}

/** Undefined for a change that removes no sign-in method. */
const methodsAfter = (before: ProviderRecord, input: Input) => {
  if (!before.enabled) return undefined
  if (input.enabled === false) return (methods: SignInMethods) => withoutProvider(methods, before.id)
  return movesIssuer(before, input) ? (methods: SignInMethods) => withoutLinks(methods, before.id) : undefined
}

/** Another issuer makes the links of the provider unusable. */
const movesIssuer = (before: ProviderRecord, input: Input): boolean =>
  !haveSameIssuer(before, { ...before, ...kindFieldsAfter(before, input) })

/** The directory of a bound provider creates its accounts, and administrators are never created. */
function refuseCreating(
  project: ProjectRow,
  { boundConnection }: ProviderRecord,
  provisioning: string | undefined,
): void {
  checkProvisioning(project, provisioning)
  if (provisioning === 'jit' && boundConnection)
    refuse('provider_bound', {
      detail: `${boundConnection.displayName} creates the accounts of this provider.`,
    })
}
