import {
  type AuthenticatorMetadata,
  type MetadataFiles,
  readMetadataCopy,
} from '@signet/accounts/authenticator-models'
import { type Executor, sql } from '@signet/db'
import { type Finding, good, sentenceOf, warning, wrong } from './finding.ts'

const about = 'metadata of authenticators'

export async function examineAuthenticatorMetadata(
  executor: Executor,
  files: MetadataFiles,
): Promise<readonly Finding[]> {
  const permitted = await executor.rows<{ aaguid: string }>(
    sql`SELECT DISTINCT unnest(passkey_authenticators) AS aaguid FROM projects ORDER BY aaguid`,
  )
  try {
    const metadata = await readMetadataCopy(files)
    if (metadata !== 'absent') return examineCopy(metadata, permitted)
    if (permitted.length === 0) return [good(about, 'no project limits the models of authenticators')]
    const message =
      'projects limit the models of authenticators, and SIGNET_FIDO_METADATA_FILE is not set here'
    return [
      warning(about, message, 'Set it for auth and admin-api; until then users cannot add passkeys there.'),
    ]
  } catch (error) {
    const remedy = 'Download the metadata again, or correct the names of the files and their permissions.'
    return [wrong(about, `cannot be used: ${sentenceOf(error)}`, remedy)]
  }
}

function examineCopy(
  { models, nextUpdate }: AuthenticatorMetadata,
  permitted: readonly { readonly aaguid: string }[],
): Finding[] {
  const isLate = nextUpdate < new Date().toISOString().slice(0, 10)
  const unusable = permitted.filter(({ aaguid }) => models.get(aaguid)?.isCompromised !== false)
  const next = `the next version has been available since ${nextUpdate}`
  return [
    isLate
      ? warning(about, next, 'Download it and replace the file by a rename.')
      : good(about, `${models.size} models, the next version is due on ${nextUpdate}`),
    ...unusable.map(({ aaguid }) =>
      warning(
        about,
        `a project permits ${aaguid}, which ${models.has(aaguid) ? 'is reported as compromised' : 'the metadata does not contain'}`,
        'Remove it from the permitted authenticators of the project.',
      ),
    ),
  ]
}
