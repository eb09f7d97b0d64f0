import { X509Certificate } from 'node:crypto'
import { operations } from '@signet/contracts'
import { sql } from '@signet/db'
import {
  certificateKeyPlace,
  formerCertificateKeyPlace,
  lastDayOfChain,
  parseCertificates,
  usesCertificate,
} from '@signet/federation'
import { refuseValue } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import { implement } from '../../implement.ts'
import { newClientCertificate } from './client-certificate.ts'
import { lockSignInMethods } from './lock-out.ts'
import { previewChange } from './preview.ts'
import { findProvider, type ProviderRecord } from './provider-store.ts'
import { answerProvider } from './to-provider.ts'

/** The key is sealed. */
interface PresentRow {
  readonly certificate: string | null
  readonly key: string | null
  readonly isAccepted: boolean
}

const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256

/** Rejects a certificate that an authority issued. */
function requireGenerated({ clientAuthentication, certificate }: ProviderRecord): string {
  const [own] = parseCertificates(certificate ?? '')
  if (!usesCertificate(clientAuthentication) || certificate === null || !own)
    return refuseValue('clientAuthentication', 'is no method with a certificate')
  if (!own.checkIssued(own))
    refuseValue('clientCertificate', 'is of an own authority: enter the next one on the settings')
  return certificate
}

/** Keeps the former certificate, so that no sign-in fails before the new one is registered at the provider. */
export const federation_provider_certificate_renew = implement(
  operations.federation_provider_certificate_renew,
  {
    async prepare({ deps, project }, { providerId }) {
      const before = await findProvider(deps.database, project.id, providerId)
      const former = requireGenerated(before)
      const renewed = await newClientCertificate(providerId)
      const detail = {
        clientCertificate: { from: fingerprintOf(former), to: fingerprintOf(renewed.certificate) },
      }
      const { displayName } = before
      return { displayName, renewed, detail, target: { id: project.id, detail: { providerId, ...detail } } }
    },

    preview: (executor, { project }, _input, { displayName, detail }) =>
      previewChange(executor, project, {
        consequence: `The new certificate must be registered at ${displayName}; until then, the former one is presented.`,
        detail,
      }),

    async lock({ sql: tx }, { project }, { providerId }) {
      await lockSignInMethods(tx, project)
      requireGenerated(await findProvider(tx, project.id, providerId))
    },

    async apply({ sql: tx }, { deps, project }, { providerId }, { renewed }) {
      const at = { projectId: project.id, providerId }
      const [present] = await tx.rows<PresentRow>(sql`
        SELECT client_certificate AS certificate, client_certificate_key_sealed AS key, former_certificate IS NULL AS "isAccepted"
        FROM identity_providers WHERE project_id = ${project.id} AND id = ${providerId} FOR UPDATE`)
      if (present?.isAccepted && present.certificate !== null && present.key !== null) {
        const key = deps.vault.open(present.key, certificateKeyPlace(at))
        await tx.run(sql`
          UPDATE identity_providers SET former_certificate = ${present.certificate},
            former_certificate_key_sealed = ${deps.vault.seal(key, formerCertificateKeyPlace(at))}
          WHERE project_id = ${project.id} AND id = ${providerId}`)
      }
      await tx.run(sql`
        UPDATE identity_providers SET client_certificate = ${renewed.certificate},
          client_certificate_key_sealed = ${deps.vault.seal(renewed.key, certificateKeyPlace(at))},
          secret_expires_on = ${lastDayOfChain(renewed.certificate)}::date
        WHERE project_id = ${project.id} AND id = ${providerId}`)
      await bumpProject(tx, project.id)
      return answerProvider(tx, { deps, project }, providerId)
    },
  },
)
