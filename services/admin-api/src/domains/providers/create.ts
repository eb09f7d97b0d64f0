import { type InputOf, type Operations, operations } from '@signet/contracts'
import { sql } from '@signet/db'
import {
  isBrand,
  isCatalogueId,
  kindOf,
  newRequestKey,
  type Protocol,
  usesCertificate,
} from '@signet/federation'
import { newId, refuseValue } from '@signet/runtime'
import { bumpProject, refusingDuplicates } from '@signet/tenancy'
import { implementWithPrisma } from '../../implement.ts'
import { projectFeature } from '../plans/read.ts'
import { newAssertionKey } from './assertion-key.ts'
import { certificateColumns, newClientCertificate } from './client-certificate.ts'
import { replaceGroupMappings, requireMappable } from './group-mappings.ts'
import { checkMappings } from './mapping-rules.ts'
import { previewChange } from './preview.ts'
import { detailOf, providerColumns } from './provider-fields.ts'
import { checkMethod, checkProvisioning, checkValues, refuseIncomplete } from './provider-rules.ts'
import { idTaken } from './provider-store.ts'
import { withSamlFields } from './saml-fields.ts'
import { answerProvider } from './to-provider.ts'

type Input = InputOf<Operations['federation_provider_create']>

/** The button is the last one. */
export const federation_provider_create = implementWithPrisma(operations.federation_provider_create, {
  async prepare({ deps, caller, project }, { projectId: _path, catalogueId = null, id: own, ...given }) {
    const protocol = given.protocol ?? 'oidc'
    if (catalogueId !== null && !isCatalogueId(catalogueId))
      refuseValue('catalogueId', 'names no recognised provider')
    if (catalogueId === null || !isBrand(catalogueId))
      await projectFeature(deps.database, caller, project, 'enterpriseSignIn')
    if (catalogueId !== null && protocol === 'saml') refuseValue('catalogueId', 'means nothing for SAML')
    if (given.clientId === undefined && protocol === 'oidc') refuseValue('clientId', 'is needed')
    checkValues({ catalogueId, protocol }, given)
    checkMethod(given.clientAuthentication, given)
    const input = await withSamlFields(deps, protocol, given)
    checkProvisioning(project, input.provisioning)
    checkMappings(
      { catalogueId, protocol, issuer: input.issuer ?? null, tenant: input.tenant ?? null },
      input,
    )
    refuseIncomplete({ catalogueId, protocol, enabled: input.enabled ?? true, given: input })
    const id = own ?? newId('provider')
    await requireMappable(deps.database, { projectId: project.id, providerId: id }, input.groupMappings)
    const columns = {
      catalogueId,
      displayName: providerName(catalogueId, protocol, input),
      protocol,
      scopes: [...kindOf(catalogueId, protocol).scopes],
      ...providerColumns(deps, { projectId: project.id, providerId: id }, input),
      clientId: input.clientId ?? '',
      ...(input.clientAuthentication === 'private_key_jwt'
        ? await newAssertionKey(deps, { projectId: project.id, providerId: id })
        : {}),
      ...(usesCertificate(input.clientAuthentication) && input.clientCertificate === undefined
        ? certificateColumns(deps, { projectId: project.id, providerId: id }, await newClientCertificate(id))
        : {}),
      ...(input.signsRequests
        ? await newRequestKey(deps.vault, { projectId: project.id, providerId: id })
        : {}),
      ...(project.reserved ? { provisioning: 'existing_only' } : {}),
    }
    const detail = detailOf({}, { ...input, displayName: columns.displayName })
    return {
      id,
      columns,
      target: { id: project.id, detail: { providerId: id, catalogueId, ...detail } },
      detail,
    }
  },

  preview: (executor, { project }, _input, { columns, detail }) =>
    previewChange(executor, project, {
      consequence: `${columns.displayName} is added as a way into the console.`,
      detail,
    }),

  async apply({ sql: tx, prisma }, { deps, project }, { groupMappings }, { id, columns }) {
    const [last] = await tx.rows<{ position: number }>(
      sql`SELECT COALESCE(max(position), -1)::int AS position FROM identity_providers WHERE project_id = ${project.id}`,
    )
    const position = (last?.position ?? -1) + 1
    await refusingDuplicates(
      prisma.identityProvider.create({ data: { ...columns, projectId: project.id, id, position } }),
      idTaken,
    )
    await replaceGroupMappings(tx, { projectId: project.id, providerId: id }, groupMappings)
    await bumpProject(tx, project.id)
    return answerProvider(tx, { deps, project }, id)
  },
})

const providerName = (
  catalogueId: string | null,
  protocol: Protocol,
  { displayName, issuer }: Pick<Input, 'displayName' | 'issuer'>,
): string => {
  const host = catalogueId === null ? URL.parse(issuer ?? '')?.hostname.slice(0, 100) : undefined
  // The entity ID of a provider with SAML may be an address without a host.
  return displayName ?? (host || kindOf(catalogueId, protocol).displayName)
}
